// romp/teams.cuh: the threads that run a parallel region together.
//
// Every construct's algorithm (worksharing, barriers, reductions, ...) is a template over a team:
//
//     unsigned thread()     this thread's number, 0 .. threads() - 1
//     unsigned threads()    how many there are; the team's threads are the block's first ones
//     void barrier()        all of them arrive before any goes on; memory is consistent among them
//
// Called without a team, an algorithm means all threads of the block.
#ifndef ROMP_TEAMS_CUH
#define ROMP_TEAMS_CUH

namespace romp {

// All threads of the block.
struct block_team {
    static constexpr bool is_team = true;
    ROMP_FN unsigned thread() const { return romp::thread(); }
    ROMP_FN unsigned threads() const { return romp::threads(); }
    ROMP_FN void barrier() const { team_barrier(); }
};

// This thread alone: a region that runs serially, and the sequential part.
struct one_thread {
    static constexpr bool is_team = true;
    ROMP_FN unsigned thread() const { return 0; }
    ROMP_FN unsigned threads() const { return 1; }
    ROMP_FN void barrier() const {}
};

} // namespace romp
#endif
