// romp/nests.cuh: loops of whose iterations each thread executes one or a few, and collapsed loops whose iterations the
// threads of a team or of the whole league share, for range-for.
//
// If the program cannot observe which thread executes an iteration, and the launch knows the loops, then teams and
// their threads have the dimensions of the nest (the runtime's `shape`), so that no iteration's number has to be
// divided. Each thread executes one iteration at most. `part` is the kernel's parameter:
//
//     for (int i : romp::along_z(part, 0, l))
//         for (int j : romp::along_y(part, 0, m))
//             for (int k : romp::along_x(part, 0, n))
//
// or, of a single loop, for (int i : romp::one_each(part, 0, n)).
//
// Where iterations are short, each thread executes as many iterations of the outermost loop of a large nest as the
// launch says (`part.turns`), and one at most of the others. Fewer blocks start so, and what neighbouring iterations read
// is still in the L1 cache. The nest is one loop then, so that nothing is asked between two iterations of a thread, and
// loads of several are under way at once:
//
//     for (auto [j, k] : romp::several_along_y(part, romp::below(0, m), romp::below(0, n)))
//
// Elsewhere the iterations of two or three loops, outermost first, are numbered and scheduled as by `league_for`:
//
//     for (auto [i, j] : romp::league_nest(romp::below(0, m), romp::below(0, n)))
//
// where each thread executes many of them, as `league_stream` does,
//
//     for (auto [i, j] : romp::league_nest_stream(romp::below(0, m), romp::below(0, n)))
//
// or, among the threads of a team, as by `team_for`:
//
//     for (auto [i, j] : romp::team_nest(romp::below(0, m), romp::below(0, n)))
#ifndef ROMP_NESTS_CUH
#define ROMP_NESTS_CUH

namespace romp {

namespace detail {

// The iteration of `r` with this number, or none.
template <class R> struct at_most_one {
    R r;
    typename R::count_type k;
    bool more;

    ROMP_FN at_most_one begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return more; }
    ROMP_FN typename R::value_type operator*() const { return r[k]; }
    ROMP_FN void operator++() { more = false; }
};

template <class R> using count_of = typename std::remove_const_t<R>::count_type;

// That of the thread `thread` of a block whose first one has the number `begin`.
template <class R> ROMP_FN at_most_one<R> at(R r, count_of<R> begin, unsigned thread)
{
    const count_of<R> k = begin + thread;
    return {r, k, thread < r.count - begin && k < r.count};
}
// The same along x. Where a row's first threads have no iteration, their numbers wrap to such as are no iterations'. No
// number of the last threads wraps: blocks of that many threads are powers of two wide (the runtime's `sizes`).
template <class R> ROMP_FN at_most_one<R> at_x(R r, count_of<R> first, unsigned thread)
{
    const count_of<R> k = first + thread;
    return {r, k, k < r.count};
}

// Those of the thread `thread` of a block, `turns` at most: of the block's iterations, which begin with the number
// `begin`, every `all`th one.
template <class R> ROMP_FN in_turn<R> several(R r, count_of<R> begin, unsigned thread, unsigned all, unsigned turns)
{
    using C = count_of<R>;
    const C left = r.count - begin;
    if (thread >= left)
        return {r, 0, 0, 0, 0};
    const C rest = left - thread - 1;
    // The quotient is computed for the last blocks only; it is below `turns`.
    const unsigned mine = rest >= (turns - 1) * all ? turns : (unsigned)rest / all + 1;
    return {r, begin + thread, (C)all, 0, (C)mine};
}

template <class I, class J> struct place_of_two {
    I i;
    J j;
};
template <class I, class J, class K> struct place_of_three {
    I i;
    J j;
    K k;
};
template <class I, class J> ROMP_FN place_of_two<I, J> joined(I i, J j) { return {i, j}; }
template <class I, class J, class K> ROMP_FN place_of_three<I, J, K> joined(I i, place_of_two<J, K> at)
{
    return {i, at.i, at.j};
}

// The iterations of `outer`, each with the one place of the loops inside that `inner` has, if it has one.
template <class O, class I> struct beside {
    O outer;
    I inner;

    ROMP_FN beside begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return outer != finished(); }
    ROMP_FN auto operator*() const { return joined(*outer, *inner); }
    ROMP_FN void operator++() { ++outer; }
};
template <class R, class I> ROMP_FN beside<in_turn<R>, I> each_beside(in_turn<R> outer, I inner)
{
    if (!(inner != finished()))
        outer.turns = 0;
    return {outer, inner};
}

// The one iteration of two loops that are at most one each.
template <class J, class K> struct pair {
    J j;
    K k;

    ROMP_FN bool operator!=(finished) const { return j != finished() && k != finished(); }
    ROMP_FN auto operator*() const { return joined(*j, *k); }
};
template <class J, class K> ROMP_FN pair<J, K> pair_of(J j, K k) { return {j, k}; }

// The iterations of `outer`, and for each of them all those of `inner`.
template <class O, class I> struct around {
    O outer;
    I inner, at;

    ROMP_FN around begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return at != finished() && outer != finished(); }
    ROMP_FN auto operator*() const { return joined(*outer, *at); }
    ROMP_FN void operator++()
    {
        ++at;
        if (!(at != finished())) {
            at = inner;
            ++outer;
        }
    }
};
template <class O, class I> ROMP_FN around<O, I> all_around(O outer, I inner) { return {outer, inner, inner}; }

} // namespace detail

#if defined(ROMP_EMULATED) && !ROMP_RACES_
// Each thread executes whole rows: neighbours in memory are executed one after the other. Races between iterations of a
// row would not be seen so: where they are looked for, each iteration has a thread of its own, as on a GPU.
template <class... A> ROMP_FN auto along_x(grid_part, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    grid_covers<'x'>(r.count);
    return detail::whole(r);
}
template <class... A> ROMP_FN auto along_y(grid_part, A... bounds)
{
    grid_covers<'y'>(detail::as_range(bounds...).count);
    return league_for(bounds...);
}
template <class... A> ROMP_FN auto along_z(grid_part, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    grid_covers<'z'>(r.count);
    return detail::whole(r);
}
template <class B, class C> ROMP_FN auto several_along_y(grid_part p, B b, C c)
{
    return detail::all_around(along_y(p, b), along_x(p, c));
}
template <class A, class B, class C> ROMP_FN auto several_along_z(grid_part p, A a, B b, C c)
{
    return detail::all_around(along_z(p, a), several_along_y(p, b, c));
}
template <class... A> ROMP_FN auto one_each(grid_part, A... bounds)
{
    grid_covers<'1'>(detail::as_range(bounds...).count);
    return league_for(bounds...);
}
#else
template <class... A> ROMP_FN auto along_x(grid_part p, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    grid_covers<'x'>(r.count);
    return detail::at_x(r, grid_first_x<detail::count_of<decltype(r)>>(p), thread_x());
}
template <class... A> ROMP_FN auto along_y(grid_part p, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    grid_covers<'y'>(r.count);
    return detail::at(r, grid_begin_y<detail::count_of<decltype(r)>>(p), thread_y());
}
template <class... A> ROMP_FN auto along_z(grid_part p, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    grid_covers<'z'>(r.count);
    return detail::at(r, grid_begin_z<detail::count_of<decltype(r)>>(p), 0);
}
template <class B, class C> ROMP_FN auto several_along_y(grid_part p, B b, C c)
{
    grid_covers<'y'>(b.count, p.turns);
    using N = detail::count_of<B>;
    return detail::each_beside(
        detail::several(b, grid_begin_y<N>(p) * (N)p.turns, thread_y(), threads_y(), p.turns), along_x(p, c));
}
template <class A, class B, class C> ROMP_FN auto several_along_z(grid_part p, A a, B b, C c)
{
    grid_covers<'z'>(a.count, p.turns);
    using N = detail::count_of<A>;
    const auto row = along_y(p, b);
    const auto place = along_x(p, c);
    return detail::each_beside(
        detail::several(a, grid_begin_z<N>(p) * (N)p.turns, 0, 1, p.turns), detail::pair_of(row, place));
}
template <class... A> ROMP_FN auto one_each(grid_part p, A... bounds)
{
    grid_covers<'1'>(detail::as_range(bounds...).count);
    return along_x(p, bounds...);
}
#endif

namespace detail {

// Stands in place of the outermost of three loops where there are two.
struct one_trip {
    using value_type = unsigned;
    using count_type = unsigned;
    ROMP_FN constexpr unsigned trips() const { return 1; }
    ROMP_FN unsigned operator[](unsigned) const { return 0; }
};

template <class A, class B, class C> struct nest {
    static constexpr bool two = same<A, one_trip>::value;

    A a;
    B b;
    C c;
    // The present iteration, loop by loop, and its number.
    typename A::count_type i;
    typename B::count_type j;
    typename C::count_type k;
    unsigned long long number, stride, last; // as in romp/schedules.cuh's `strided`, whose `k` is `number`
    bool more;

    ROMP_FN nest begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return more; }

    ROMP_FN auto operator*() const
    {
        if constexpr (two)
            return place_of_two<typename B::value_type, typename C::value_type>{b[j], c[k]};
        else
            return place_of_three<typename A::value_type, typename B::value_type, typename C::value_type>{a[i], b[j], c[k]};
    }

    ROMP_FN void operator++()
    {
        more = number < last;
        if (!more)
            return;
        number += stride;
        // Rows are mostly longer than the stride, so that the next iteration is in this row or in the next one.
        const auto left = c.trips() - k;
        if (left > stride) {
            k += (typename C::count_type)stride;
        } else if (c.trips() >= stride && b.trips() - j > 1) {
            k = (typename C::count_type)stride - left;
            ++j;
        } else {
            divide();
        }
    }

    ROMP_FN void divide()
    {
        const auto inner = split(number, c.trips());
        k = inner.remainder;
        if constexpr (two)
            j = inner.quotient;
        else {
            const auto middle = split(inner.quotient, b.trips());
            j = middle.remainder;
            i = middle.quotient;
        }
    }
};

// The iterations of a nest in the order of the numbers that the range `M` yields.
template <class M, class A, class B, class C> struct nest_of {
    M mine;
    A a;
    B b;
    C c;

    ROMP_FN nest_of begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return mine != finished(); }
    ROMP_FN void operator++() { ++mine; }
    ROMP_FN auto operator*() const
    {
        nest<A, B, C> one{a, b, c, 0, 0, 0, *mine, 0, 0, true};
        one.divide();
        return *one;
    }
};

template <class T, class A, class B, class C> ROMP_FN auto league_nest(T t, A a, B b, C c)
{
    const auto mine = tiled(t, below<unsigned long long>(0ull, (unsigned long long)a.trips() * b.trips() * c.trips()));
    if constexpr (rotates_iterations) {
        return nest_of<std::remove_const_t<decltype(mine)>, A, B, C>{mine, a, b, c};
    } else {
        nest<A, B, C> n{a, b, c, 0, 0, 0, mine.k, mine.stride, mine.last, mine.more};
        if (n.more)
            n.divide();
        return n;
    }
}

// The number `k`, split among three loops of which the inner ones have the ranges b and c.
template <class A, class B, class C> struct distance {
    typename A::count_type i;
    typename B::count_type j;
    typename C::count_type k;
};
template <class N> ROMP_FN parts<unsigned> split_small(unsigned k, N inner)
{
    if (k < inner)
        return {0, k};
    return {k / (unsigned)inner, k % (unsigned)inner};
}
template <class A, class B, class C> ROMP_FN distance<A, B, C> distance_of(unsigned number, B b, C c)
{
    const auto inner = split_small(number, c.trips());
    if constexpr (same<A, one_trip>::value)
        return {0, inner.quotient, inner.remainder};
    const auto middle = split_small(inner.quotient, b.trips());
    return {middle.quotient, middle.remainder, inner.remainder};
}

// Iterations me, me + all, ... of a nest: `turns` of them. Only the first one and the distance from one to the next are
// quotients; each further one is a sum. Counted, so that the compiler can unroll the loop.
template <class A, class B, class C> struct nest_in_turns {
    A a;
    B b;
    C c;
    distance<A, B, C> at, step;
    unsigned long long turn, turns;

    ROMP_FN nest_in_turns begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return turn != turns; }
    ROMP_FN auto operator*() const { return nest<A, B, C>{a, b, c, at.i, at.j, at.k, 0, 0, 0, true}.operator*(); }

    // What is added to a loop's number is at most the number of its iterations. The outermost number runs past the last
    // iteration behind the last turn, when nobody asks for it.
    ROMP_FN void operator++()
    {
        ++turn;
        const auto row = c.trips() - at.k;
        const bool next_row = step.k >= row;
        at.k = next_row ? step.k - row : at.k + step.k;
        const typename B::count_type down = step.j + next_row;
        if constexpr (nest<A, B, C>::two) {
            at.j += down;
        } else {
            const auto rows = b.trips() - at.j;
            const bool next = down >= rows;
            at.j = next ? down - rows : at.j + down;
            at.i += step.i + next;
        }
    }
};

template <class A, class B, class C> ROMP_FN auto nest_turns_of(A a, B b, C c, unsigned me, unsigned all)
{
    using W = unsigned long long;
    const W trips = (W)a.trips() * b.trips() * c.trips();
    if constexpr (rotates_iterations) {
        const auto mine = rotated(below<W>((W)0, trips), me, all);
        return nest_of<std::remove_const_t<decltype(mine)>, A, B, C>{mine, a, b, c};
    } else {
        nest_in_turns<A, B, C> n{a, b, c, {}, {}, 0, 0};
        if (me < trips) {
            n.at = distance_of<A>(me, b, c);
            const W rest = trips - 1 - me;
            if (rest >= all) {
                n.step = distance_of<A>(all, b, c);
                n.turns = rest >> 32 == 0 ? (unsigned)rest / all : rest / all;
            }
            n.turns++;
        }
        return n;
    }
}

// The iterations of the team's tile, as in `tiled_counted`.
template <class T, class A, class B, class C> ROMP_FN auto league_nest_stream(T t, A a, B b, C c)
{
    using W = unsigned long long;
    const W trips = (W)a.trips() * b.trips() * c.trips();
    if constexpr (rotates_iterations) {
        return detail::league_nest(t, a, b, c);
    } else {
        const unsigned stride = t.threads();
        const W tile = share(trips, league_threads(t)) * stride, first = team() * tile;
        // Neither sum is above twice the number of iterations by more than the league has threads.
        const W start = first + t.thread(), end = first + tile < trips ? first + tile : trips;
        nest_in_turns<A, B, C> n{a, b, c, {}, {}, 0, 0};
        if (start < end) {
            const auto inner = split(start, c.trips());
            n.at.k = (typename C::count_type)inner.remainder;
            if constexpr (nest<A, B, C>::two) {
                n.at.j = (typename B::count_type)inner.quotient;
            } else {
                const auto middle = split(inner.quotient, b.trips());
                n.at.j = (typename B::count_type)middle.remainder;
                n.at.i = (typename A::count_type)middle.quotient;
            }
            const W rest = end - 1 - start;
            if (rest >= stride) {
                n.step = distance_of<A>(stride, b, c);
                n.turns = rest >> 32 == 0 ? (unsigned)rest / stride : rest / stride;
            }
            n.turns++;
        }
        return n;
    }
}

} // namespace detail

template <class T, class A, class B, class C, bool = T::is_team> ROMP_FN auto league_nest(T team, A a, B b, C c)
{
    return detail::league_nest(team, a, b, c);
}
template <class A, class B, class C, class = detail::no_team<A>> ROMP_FN auto league_nest(A a, B b, C c)
{
    return detail::league_nest(block_team(), a, b, c);
}
template <class T, class B, class C, bool = T::is_team> ROMP_FN auto league_nest(T team, B b, C c)
{
    return detail::league_nest(team, detail::one_trip(), b, c);
}
template <class B, class C, class = detail::no_team<B>> ROMP_FN auto league_nest(B b, C c)
{
    return detail::league_nest(block_team(), detail::one_trip(), b, c);
}

template <class T, class A, class B, class C, bool = T::is_team> ROMP_FN auto league_nest_stream(T team, A a, B b, C c)
{
    return detail::league_nest_stream(team, a, b, c);
}
template <class A, class B, class C, class = detail::no_team<A>> ROMP_FN auto league_nest_stream(A a, B b, C c)
{
    return detail::league_nest_stream(block_team(), a, b, c);
}
template <class T, class B, class C, bool = T::is_team> ROMP_FN auto league_nest_stream(T team, B b, C c)
{
    return detail::league_nest_stream(team, detail::one_trip(), b, c);
}
template <class B, class C, class = detail::no_team<B>> ROMP_FN auto league_nest_stream(B b, C c)
{
    return detail::league_nest_stream(block_team(), detail::one_trip(), b, c);
}

template <class T, class A, class B, class C, bool = T::is_team> ROMP_FN auto team_nest(T team, A a, B b, C c)
{
    return detail::nest_turns_of(a, b, c, team.thread(), team.threads());
}
template <class A, class B, class C, class = detail::no_team<A>> ROMP_FN auto team_nest(A a, B b, C c)
{
    return detail::nest_turns_of(a, b, c, thread(), threads());
}
template <class T, class B, class C, bool = T::is_team> ROMP_FN auto team_nest(T team, B b, C c)
{
    return detail::nest_turns_of(detail::one_trip(), b, c, team.thread(), team.threads());
}
template <class B, class C, class = detail::no_team<B>> ROMP_FN auto team_nest(B b, C c)
{
    return detail::nest_turns_of(detail::one_trip(), b, c, thread(), threads());
}

} // namespace romp
#endif
