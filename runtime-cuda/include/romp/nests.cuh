// romp/nests.cuh: loops of whose iterations each thread executes one at most, and collapsed loops whose iterations all
// teams of the league share, for range-for.
//
// If the program cannot observe which thread executes an iteration, and the launch knows the loops, then teams and
// their threads have the dimensions of the nest (the runtime's `shape`): each thread executes one iteration at most,
// and no iteration's number has to be divided. `part` is the kernel's parameter:
//
//     for (int i : romp::along_z(part, 0, l))
//         for (int j : romp::along_y(part, 0, m))
//             for (int k : romp::along_x(part, 0, n))
//
// or, of a single loop, for (int i : romp::one_each(part, 0, n)).
//
// Elsewhere the iterations of two or three loops, outermost first, are numbered and scheduled as by `league_for`:
//
//     for (auto [i, j] : romp::league_nest(romp::below(0, m), romp::below(0, n)))
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
    return {r, begin + thread, thread < r.count - begin};
}

} // namespace detail

#ifdef ROMP_EMULATED
// Each thread executes whole rows: neighbours in memory are executed one after the other.
template <class... A> ROMP_FN auto along_x(grid_part, A... bounds) { return detail::whole(detail::as_range(bounds...)); }
template <class... A> ROMP_FN auto along_y(grid_part, A... bounds) { return league_for(bounds...); }
template <class... A> ROMP_FN auto along_z(grid_part, A... bounds) { return detail::whole(detail::as_range(bounds...)); }
template <class... A> ROMP_FN auto one_each(grid_part, A... bounds) { return league_for(bounds...); }
#else
template <class... A> ROMP_FN auto along_x(grid_part p, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    return detail::at(r, grid_begin_x<detail::count_of<decltype(r)>>(p), threadIdx.x);
}
template <class... A> ROMP_FN auto along_y(grid_part p, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    return detail::at(r, grid_begin_y<detail::count_of<decltype(r)>>(p), threadIdx.y);
}
template <class... A> ROMP_FN auto along_z(grid_part p, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    return detail::at(r, grid_begin_z<detail::count_of<decltype(r)>>(p), 0);
}
template <class... A> ROMP_FN auto one_each(grid_part p, A... bounds) { return along_x(p, bounds...); }
#endif

namespace detail {

// Stands in place of the outermost of three loops where there are two.
struct one_trip {
    using value_type = unsigned;
    using count_type = unsigned;
    ROMP_FN constexpr unsigned trips() const { return 1; }
    ROMP_FN unsigned operator[](unsigned) const { return 0; }
};

template <class I, class J> struct place_of_two {
    I i;
    J j;
};
template <class I, class J, class K> struct place_of_three {
    I i;
    J j;
    K k;
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

} // namespace romp
#endif
