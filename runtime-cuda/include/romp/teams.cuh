// romp/teams.cuh: the threads that run a parallel region together.
//
// Every construct's algorithm (worksharing, barriers, reductions, ...) is a template over a team:
//
//     unsigned thread()     this thread's number, 0 .. threads() - 1
//     unsigned threads()    how many there are; the team's threads are the block's first ones
//     bool has_me()         whether this thread is one of them; the rest is for those only
//     void barrier()        all of them arrive before any goes on; memory is consistent among them
//
// Where a region has fewer threads than the block, the others go on to the block's next barrier (a
// team_barrier, or the join of a fork-join kernel) while the region runs. A region with other threads may
// begin only after that barrier. Sizes that are no multiple of 32 and above 32 need the partial barrier made
// ready: by the master before its first fork (ready_partial_barrier), by all threads of a kernel without
// a master at its start (start_partial_barrier), or by start_state.
//
// Called without a team, an algorithm means all threads of the block.
#ifndef ROMP_TEAMS_CUH
#define ROMP_TEAMS_CUH

namespace romp {

namespace detail {

// How many of the first `count` threads are in the warp of thread `me`. Not as the least of `count - first` and 32:
// ptxas 13.0 makes that `first - count` where it learns itself that `count` is a constant (VIADDMNMX of a function's
// parameter).
ROMP_FN unsigned lanes_among(unsigned count, unsigned me)
{
    const unsigned warp = me / 32, whole = count / 32;
    return warp < whole ? 32 : warp == whole ? count % 32 : 0;
}

} // namespace detail

// The team of all threads of the block.
struct block_team {
    static constexpr bool is_team = true;
    ROMP_FN unsigned thread() const { return romp::thread(); }
    ROMP_FN unsigned threads() const { return romp::threads(); }
    ROMP_FN bool has_me() const { return true; }
    ROMP_FN void barrier(source_place at = {}) const { team_barrier(at); }
};

// The team of this thread alone: of a region that one thread executes, and of the sequential part.
struct one_thread {
    static constexpr bool is_team = true;
    ROMP_FN unsigned thread() const { return 0; }
    ROMP_FN unsigned threads() const { return 1; }
    ROMP_FN bool has_me() const { return true; }
    ROMP_FN void barrier(source_place = {}) const {}
};

namespace detail {

// What a team of constant size that is not whole warps keeps for its barriers.
template <unsigned n, bool is_uneven = (n > 32 && n % 32 != 0)> struct arrival_of {
    ROMP_FN partial_arrival get() const { return partial_arrival(n); }
};
template <unsigned n> struct arrival_of<n, true> {
    partial_arrival kept;
    ROMP_FN arrival_of() : kept(partial_arrival::kept(n)) {}
    ROMP_FN partial_arrival get() const { return kept; }
};

} // namespace detail

// The team of the first n threads of the block, with n a constant.
template <unsigned n> struct team_of {
    detail::arrival_of<n> arrival;
    ROMP_FN team_of() : arrival() {}

    static_assert(n >= 1 && n <= 1024, "a team has 1 to 1024 threads");
    static constexpr bool is_team = true;
    ROMP_FN unsigned thread() const { return romp::thread(); }
    ROMP_FN unsigned threads() const { return n; }
    ROMP_FN bool has_me() const { return romp::thread() < n; }
    ROMP_FN void barrier(source_place at = {}) const
    {
        if constexpr (n == 1)
            return;
        else if constexpr (n <= 32)
            lanes_barrier(n, at);
        else if constexpr (n % 32 == 0)
            warps_barrier(n, at);
        else
            partial_barrier(arrival.get(), n, at);
    }
};

// The team of the first n threads of the block, with n known when the region begins, and the same for all of them.
struct first_threads {
    static constexpr bool is_team = true;
    unsigned n;

    ROMP_FN unsigned thread() const { return romp::thread(); }
    ROMP_FN unsigned threads() const { return n; }
    ROMP_FN bool has_me() const { return romp::thread() < n; }
    ROMP_FN void barrier(source_place at = {}) const
    {
        if (n % 32 == 0)
            warps_barrier(n, at);
        else if (n < 32)
            lanes_barrier(n, at);
        else
            partial_barrier(partial_arrival(n), n, at);
    }
};

// The team of the first n threads where n is a multiple of 32, or zero.
struct first_warps : first_threads {
    ROMP_FN explicit first_warps(unsigned n) : first_threads{n} {}
    ROMP_FN void barrier(source_place at = {}) const { warps_barrier(n, at); }
};
struct uneven_threads : first_threads {
    partial_arrival my;
    ROMP_FN explicit uneven_threads(unsigned n) : first_threads{n}, my(partial_arrival::kept(n)) {}
    ROMP_FN void barrier(source_place at = {}) const { partial_barrier(my, n, at); }
};

// Executes a region, which is a function of its team, by the first n threads of the block. Code that waits is
// instantiated twice, so that a barrier need not ask which kind of barrier n needs.
template <class F> ROMP_FN void by_first_threads(unsigned n, F region)
{
    if (thread() >= n)
        return;
#ifdef ROMP_EMULATED
    region(first_threads{n});
#else
    if (n % 32 == 0)
        region(first_warps(n));
    else
        region(uneven_threads(n));
#endif
}

// A region nested in a region of `outer`: its team is the encountering thread alone.
template <class T> struct nested_team {
    static constexpr bool is_team = true;
    T outer;
    ROMP_FN unsigned thread() const { return 0; }
    ROMP_FN unsigned threads() const { return 1; }
    ROMP_FN bool has_me() const { return true; }
    ROMP_FN void barrier() const {}
};

// Called at the start of a kernel all of whose threads execute regions, if a region's size may be no multiple of
// 32.
ROMP_FN void start_partial_barrier()
{
    if (thread() == 0)
        ready_partial_barrier();
    team_barrier();
}

} // namespace romp
#endif
