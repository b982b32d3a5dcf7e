// romp/schedules.cuh: the iterations of a range that the calling thread executes, for range-for.
//
//     for (int i : romp::league_for(0, n))           for (unsigned k : romp::team_for_static(trips, 4))
//
// Each takes a range of romp/ranges.cuh or a number of iterations; those without `static` also take the bounds of
// `below`. Loops compile to one addition and one comparison for each iteration; no variable leaves its range.
// `league_for` schedules iterations to all threads of all teams, `team_for` to the threads of this team, `teams_for`
// to the teams (all threads of one then execute the same iterations).
//
// These are the static schedules. `dynamic` and `guided` are in romp/work_queues.cuh, `runtime` is in
// romp/run_schedule.cuh.
#ifndef ROMP_SCHEDULES_CUH
#define ROMP_SCHEDULES_CUH

namespace romp {

ROMP_FN unsigned long long league_thread() { return (unsigned long long)team() * threads() + thread(); }
template <class T, bool = T::is_team> ROMP_FN unsigned long long league_thread(T t)
{
    return (unsigned long long)team() * t.threads() + t.thread();
}
template <class T, bool = T::is_team> ROMP_FN unsigned long long league_threads(T t)
{
    return (unsigned long long)teams() * t.threads();
}
ROMP_FN unsigned long long league_threads() { return (unsigned long long)teams() * threads(); }

namespace detail {

template <class A, class = void> struct is_no_team { using type = void; };
template <class A> struct is_no_team<A, std::enable_if_t<A::is_team>> {};
template <class A> using no_team = typename is_no_team<A>::type;

template <class T, class C> ROMP_FN range<T, C> as_range(range<T, C> r) { return r; }
template <class N> ROMP_FN auto as_range(N trips) { return below<N>((N)0, trips); }
template <class L, class H> ROMP_FN auto as_range(L lo, H hi) { return below(lo, hi); }
template <class L, class H, class S> ROMP_FN auto as_range(L lo, H hi, S step) { return below(lo, hi, step); }

struct finished {};

// Iterations k, k + stride, ... of `r`, the last of them not above `last + stride`: while k < last, k + stride is
// one of them. So k does not run past the counter's end.
template <class R> struct strided {
    using C = typename R::count_type;
    R r;
    C k, stride, last;
    bool more;

    ROMP_FN strided begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return more; }
    ROMP_FN typename R::value_type operator*() const { return r[k]; }
    ROMP_FN void operator++()
    {
        more = k < last;
        k += stride;
    }
};

// For checks: every `all`th iteration from `me` on, but in each turn another thread begins. Whether two iterations
// belong to one thread then depends on their whole distance, not on its remainder by `all` alone.
template <class R> struct rotating {
    using C = typename R::count_type;
    R r;
    C me, all, turn, k;

    ROMP_FN rotating begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return k < r.count; }
    ROMP_FN typename R::value_type operator*() const { return r[k]; }
    ROMP_FN void operator++()
    {
        const C done = turn * all, left = r.count - done;
        const C next = left > all ? all + place(++turn) : left;
        k = next < left ? done + next : r.count;
    }
    ROMP_FN C place(C turn) const
    {
        const C shift = (C)((unsigned long long)turn * 0x9e3779b97f4a7c15ull >> 40) % all;
        return me < all - shift ? me + shift : me - (all - shift);
    }
};
template <class R> ROMP_FN rotating<R> rotated(R r, unsigned me, unsigned all)
{
    using C = typename R::count_type;
    return {r, (C)me, (C)all, 0, (C)me};
}

// Every `stride`th iteration from `start` on.
template <class R> ROMP_FN strided<R> every(R r, unsigned long long start, unsigned long long stride)
{
    using C = typename R::count_type;
    return {r, (C)start, (C)stride, stride < r.count ? r.count - (C)stride : 0, start < r.count};
}
template <class R> ROMP_FN strided<R> every(R r, unsigned start, unsigned stride)
{
    using C = typename R::count_type;
    return {r, (C)start, (C)stride, stride < r.count ? r.count - (C)stride : 0, start < r.count};
}

// The contiguous part of `r` for `me` of `all`; the first count % all parts have one more iteration.
template <class R> ROMP_FN R piece(R r, unsigned me, unsigned all)
{
    using C = typename R::count_type;
    const C share = r.count / all, extra = r.count % all;
    return me < extra ? r.slice(me * (share + 1), share + 1) : r.slice(me * share + extra, share);
}

template <class R> ROMP_FN strided<R> whole(R r) { return every(r, 0u, 1u); }

// All iterations of a range, in a form that the compiler unrolls.
template <class R> struct in_sequence {
    R r;
    typename R::count_type k;

    ROMP_FN in_sequence begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return k != r.count; }
    ROMP_FN typename R::value_type operator*() const { return r[k]; }
    ROMP_FN void operator++() { ++k; }
};

// Chunks me, me + all, ... of `size` iterations each, each chunk a range: those of thread (or team) `me` where chunks
// are assigned round-robin. `stride` is not above the number of iterations, so that no start runs past the counter's
// end.
template <class R> struct round_robin {
    using C = typename R::count_type;
    R r;
    C size, start, stride;
    bool more;

    ROMP_FN round_robin begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return more; }
    ROMP_FN C length() const
    {
        const C left = r.count - start;
        return left < size ? left : size;
    }
    ROMP_FN R operator*() const { return r.slice(start, length()); }
    ROMP_FN void operator++()
    {
        more = r.count - start > stride;
        start += stride;
    }
};

template <class R, class N> ROMP_FN round_robin<R> assign_round_robin(R r, N chunk, unsigned me, unsigned all)
{
    using C = typename R::count_type;
    using W = unsigned long long;
    const C size = (W)chunk < r.count ? (C)chunk : (r.count ? r.count : 1);
    const W start = (W)me * size, stride = (W)all * size;
    // In 32-bit loops a product of 64 bits avoids the number of chunks, which is a quotient.
    if (sizeof(C) == 4)
        return {r, size, (C)start, stride < r.count ? (C)stride : r.count, start < r.count};
    const W chunks = r.count ? (r.count - 1) / size + 1 : 0;
    return {r, size, (C)start, all < chunks ? (C)stride : r.count, me < chunks};
}

// The iterations of round-robin chunks, one by one.
template <class R> struct flat {
    using C = typename R::count_type;
    round_robin<R> chunks;
    C k, last;

    ROMP_FN flat begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return chunks.more; }
    ROMP_FN typename R::value_type operator*() const { return chunks.r[k]; }
    ROMP_FN void operator++()
    {
        if (++k != last)
            return;
        ++chunks;
        k = chunks.start;
        last = k + chunks.length();
    }
};

template <class R> ROMP_FN flat<R> flatten(round_robin<R> chunks)
{
    using C = typename R::count_type;
    return {chunks, chunks.start, (C)(chunks.start + chunks.length())};
}

// The most iterations of any thread of the whole league; the division is computed for full grids only.
template <class C> ROMP_FN C share(C count, unsigned long long all)
{
    if (all >= count)
        return 1;
    if (all >= count - all)
        return 2;
    return (count - 1) / (C)all + 1;
}

// A tile of neighbouring iterations for each team, scheduled to its threads with chunk 1.
template <class T, class R> ROMP_FN auto tiled(T t, R r)
{
    using C = typename R::count_type;
    const unsigned stride = t.threads();
    const unsigned long long tile = (unsigned long long)share(r.count, league_threads(t)) * stride;
    const unsigned long long first = team() * tile, start = first + t.thread();
    const unsigned long long end = first + tile < r.count ? first + tile : r.count;
    if constexpr (rotates_iterations)
        return rotated(r.slice((C)(first < end ? first : 0), (C)(first < end ? end - first : 0)), t.thread(), stride);
    else
        return strided<R>{r, (C)start, (C)stride, end > stride ? (C)(end - stride) : 0, start < end};
}

// Iterations k, k + stride, ...: `left` of them. The loop is counted, so that the compiler can unroll it.
template <class R> struct counted {
    using C = typename R::count_type;
    R r;
    C k, stride, left;

    ROMP_FN counted begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return left != 0; }
    ROMP_FN typename R::value_type operator*() const { return r[k]; }
    ROMP_FN void operator++()
    {
        k += stride;
        --left;
    }
};

template <class T, class R> ROMP_FN auto tiled_counted(T t, R r)
{
    if constexpr (rotates_iterations) {
        return tiled(t, r);
    } else {
        using C = typename R::count_type;
        const unsigned stride = t.threads();
        const unsigned long long tile = (unsigned long long)share(r.count, league_threads(t)) * stride;
        const unsigned long long first = team() * tile, start = first + t.thread();
        const unsigned long long end = first + tile < r.count ? first + tile : r.count;
        const unsigned long long rest = start < end ? end - start - 1 : 0;
        const C trips = (rest >> 32) == 0 ? (C)((unsigned)rest / stride) : (C)(rest / stride);
        return counted<R>{r, (C)start, (C)stride, start < end ? trips + 1 : 0};
    }
}

// Iterations first, first + stride, ...: `turns` of them. Counted as in `counted`, in a form for which the
// compiler issues loads several iterations ahead: four, and more where `stride` is constant (block_is).
template <class R> struct in_turn {
    using C = typename R::count_type;
    R r;
    C first, stride, turn, turns;

    ROMP_FN in_turn begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return turn != turns; }
    ROMP_FN typename R::value_type operator*() const { return r[first + turn * stride]; }
    ROMP_FN void operator++() { ++turn; }
};

// rest / all, with a division of 32 bits where that suffices.
template <class C> ROMP_FN C quotient(C rest, unsigned all)
{
    return (unsigned long long)rest >> 32 == 0 ? (C)((unsigned)rest / all) : rest / (C)all;
}
// The same for a divisor that no constant states: a division takes as long as some short iterations, which must be worth
// it.
template <class C> ROMP_FN C quotient_of_many(C rest, unsigned all)
{
    if (rest < all)
        return 0;
    if (rest - all < all)
        return 1;
    return rest - all - all < all ? 2 : quotient(rest, all);
}

// Iterations me, me + all, ...
template <class R> ROMP_FN auto turns_of(R r, unsigned me, unsigned all)
{
    using C = typename R::count_type;
    if constexpr (rotates_iterations)
        return rotated(r, me, all);
    else
        // Without the comparison a compiler that knows both numbers does not see that there is one turn at most; where it
        // knows neither, a short loop needs no quotient.
        return in_turn<R>{
            r, (C)me, (C)all, 0, me < r.count ? (r.count > all ? quotient((C)(r.count - 1 - me), all) : 0) + 1 : 0};
}
template <class R> ROMP_FN auto turns_of_many(R r, unsigned me, unsigned all)
{
    using C = typename R::count_type;
    if constexpr (rotates_iterations)
        return rotated(r, me, all);
    else
        return in_turn<R>{r, (C)me, (C)all, 0, me < r.count ? quotient_of_many((C)(r.count - 1 - me), all) + 1 : 0};
}

// The place of a thread among `all` that share the iterations of a range: that of its number, unless the loop counts
// upward by ones from a value that is no multiple of a warp's size. Then the first threads come last, so that lane 0
// of each warp has such a multiple: what the warp accesses lies in as few lines of memory as can be.
template <class R> ROMP_FN unsigned place_in_rows(R r, unsigned me, unsigned all)
{
    if constexpr (std::is_integral<typename R::value_type>::value) {
        constexpr unsigned warp_size = 32;
        const unsigned before = r.step == 1 && all % warp_size == 0 ? (unsigned)r.first % warp_size : 0;
        return me < before ? me + all - before : me - before;
    } else {
        return me;
    }
}

} // namespace detail

// The iterations of one chunk, which is a range, by the calling thread.
template <class R> ROMP_FN detail::in_sequence<R> each(R chunk) { return {chunk, 0}; }

// A contiguous tile for each team, and chunk 1 within it: accesses are coalesced, and it is no slower than a
// grid-stride loop for any number of teams.
template <class T, class... A, bool = T::is_team> ROMP_FN auto league_for(T team, A... bounds)
{
    return detail::tiled(team, detail::as_range(bounds...));
}
template <class A, class... B, class = detail::no_team<A>> ROMP_FN auto league_for(A first, B... bounds)
{
    return league_for(block_team(), first, bounds...);
}
// The schedule for loops of which each thread executes many iterations.
template <class T, class... A, bool = T::is_team> ROMP_FN auto league_stream(T team, A... bounds)
{
    return detail::tiled_counted(team, detail::as_range(bounds...));
}
template <class A, class... B, class = detail::no_team<A>> ROMP_FN auto league_stream(A first, B... bounds)
{
    return league_stream(block_team(), first, bounds...);
}
// Chunk 1 over the threads of a team (romp/teams.cuh).
template <class T, class... A, bool = T::is_team> ROMP_FN auto team_for(T team, A... bounds)
{
    return detail::turns_of_many(detail::as_range(bounds...), team.thread(), team.threads());
}
template <unsigned n, class... A> ROMP_FN auto team_for(team_of<n> team, A... bounds)
{
    return detail::turns_of(detail::as_range(bounds...), team.thread(), team.threads());
}
template <class A, class... B, class = detail::no_team<A>> ROMP_FN auto team_for(A first, B... bounds)
{
    return team_for(block_team(), first, bounds...);
}
// Chunk 1 over all threads of a block whose size the kernel has stated (block_is).
template <class... A> ROMP_FN auto team_stream(A... bounds)
{
    const auto all = detail::as_range(bounds...);
    return detail::turns_of(all, detail::place_in_rows(all, thread(), threads()), threads());
}
// Chunk 1 over the teams.
template <class... A> ROMP_FN auto teams_for(A... bounds)
{
    return detail::every(detail::as_range(bounds...), team(), teams());
}
// The same where a block may have several teams.
template <class... A> ROMP_FN auto packed_teams_for(A... bounds)
{
    return detail::every(detail::as_range(bounds...), team_of_rows(), teams_of_rows());
}

// schedule(static) with the assignment that gcc chooses: one contiguous chunk for each thread.
template <class T, class R, bool = T::is_team> ROMP_FN auto team_for_static(T team, R trips)
{
    return detail::whole(detail::piece(detail::as_range(trips), team.thread(), team.threads()));
}
template <class R> ROMP_FN auto team_for_static(R trips) { return team_for_static(block_team(), trips); }
// schedule(static, chunk)
template <class T, class R, class N, bool = T::is_team> ROMP_FN auto team_for_static(T team, R trips, N chunk)
{
    return detail::flatten(detail::assign_round_robin(detail::as_range(trips), chunk, team.thread(), team.threads()));
}
template <class R, class N, class = detail::no_team<R>> ROMP_FN auto team_for_static(R trips, N chunk)
{
    return team_for_static(block_team(), trips, chunk);
}
// dist_schedule(static): one contiguous chunk for each team.
template <class R> ROMP_FN auto teams_for_static(R trips)
{
    return detail::whole(detail::piece(detail::as_range(trips), team(), teams()));
}
// dist_schedule(static, chunk)
template <class R, class N> ROMP_FN auto teams_for_static(R trips, N chunk)
{
    return detail::flatten(detail::assign_round_robin(detail::as_range(trips), chunk, team(), teams()));
}

// `distribute parallel for` with both schedules specified: this team's part, or its chunks, as ranges for a
// team_for or team_for_static inside:
//     for (auto part : romp::teams_parts(trips, 128))
//         for (int i : romp::team_for_static(part, 4))
template <class R> ROMP_FN auto teams_part(R trips)
{
    return detail::piece(detail::as_range(trips), team(), teams());
}
template <class R, class N> ROMP_FN auto teams_parts(R trips, N chunk)
{
    return detail::assign_round_robin(detail::as_range(trips), chunk, team(), teams());
}
// Both levels static without a chunk size: this thread's part of its team's part.
template <class T, class R, bool = T::is_team> ROMP_FN auto league_for_static(T team, R trips)
{
    return team_for_static(team, teams_part(trips));
}
template <class R> ROMP_FN auto league_for_static(R trips) { return team_for_static(block_team(), teams_part(trips)); }

} // namespace romp
#endif
