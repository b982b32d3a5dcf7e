// romp/run_schedule.cuh: schedule(runtime), and run-sched-var, the ICV that determines it.
//
//     for (int i : romp::team_for_runtime(romp::below(0, n), romp::initial_schedule()))
//
// Kernels that change the ICV have it in shared memory: one value of the sequential part and one of each thread in
// a region, which begins with the former. Such a kernel starts with start_schedule() by all threads, or with
// ready_schedule() by its only thread or the master; a region starts with begin_schedule() by its threads, a nested
// one with a nested_schedule, one of a function with a called_schedule.
#ifndef ROMP_RUN_SCHEDULE_CUH
#define ROMP_RUN_SCHEDULE_CUH

namespace romp {

struct run_schedule {
    unsigned kind; // omp_sched_t
    int chunk;     // 0: the schedule's default

    static constexpr unsigned pieces = 1, dynamic = 2, guided = 3, open = 4, monotonic = 0x80000000;
};

ROMP_FN run_schedule initial_schedule()
{
    const device_icvs all = icvs();
    return {all.schedule, all.chunk};
}

namespace detail {
struct alignas(16) schedules {
    run_schedule of_team; // of the sequential part
    run_schedule own[1024];
};
static_assert(sizeof(schedules) == 8208, "the translator plans with this size");
ROMP_TEAM_STORAGE(schedules, kept_schedules)
} // namespace detail

// The ICV of the sequential part, or of this thread in a region.
ROMP_FN run_schedule &team_schedule() { return detail::kept_schedules().of_team; }
ROMP_FN run_schedule &own_schedule() { return detail::kept_schedules().own[thread()]; }

ROMP_FN void ready_schedule() { team_schedule() = initial_schedule(); }
ROMP_FN void start_schedule()
{
    if (thread() == 0)
        ready_schedule();
    team_barrier();
}
ROMP_FN void begin_schedule() { own_schedule() = team_schedule(); }

// The ICV of a region of this thread alone inside another one.
struct nested_schedule {
    const run_schedule outer;
    ROMP_FN nested_schedule() : outer(own_schedule()) {}
    ROMP_FN ~nested_schedule() { own_schedule() = outer; }
    nested_schedule(const nested_schedule &) = delete;
};

// The ICV in functions, where the state knows what the callers execute (romp/state.cuh).
ROMP_FN run_schedule &caller_schedule() { return in_sequential_part() ? team_schedule() : own_schedule(); }

// A region of a function, executed by the whole team or by this thread.
struct called_schedule {
    const run_schedule outer;
    ROMP_FN called_schedule() : outer(own_schedule())
    {
        const unsigned inside = state().nested[thread()];
        if (inside == (state().work.size == 0))
            begin_schedule();
    }
    ROMP_FN ~called_schedule() { own_schedule() = outer; }
    called_schedule(const called_schedule &) = delete;
};

// omp_get_schedule and omp_set_schedule.
template <class K> ROMP_FN void get_schedule(run_schedule from, K *kind, int *chunk)
{
    *kind = (K)from.kind;
    *chunk = from.chunk;
}
ROMP_FN void set_schedule(run_schedule &to, unsigned kind, int chunk)
{
    switch (kind & ~run_schedule::monotonic) {
    case run_schedule::pieces:
        to = {kind, chunk < 1 ? 0 : chunk};
        break;
    case run_schedule::dynamic:
    case run_schedule::guided:
        to = {kind, chunk < 1 ? 1 : chunk};
        break;
    case run_schedule::open:
        to = {kind, to.chunk};
        break;
    }
}

namespace detail {

// Chunks of any schedule: static ones are this thread's from the start, others come from a work queue, which then
// all threads of the team use.
template <class T, class R> struct scheduled {
    using C = typename R::count_type;
    enum source { one_piece, chunks_in_turn, by_chunk, by_share };
    queued_chunks<T, R, false> pieces;
    source from;
    C mine; // the chunk of this thread that is next

    ROMP_FN scheduled begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return pieces.more; }
    ROMP_FN typename R::value_type operator*() const { return pieces.r[pieces.k]; }
    ROMP_FN void operator++()
    {
        if (++pieces.k == pieces.last)
            take();
    }

    ROMP_FN shares<C> all_shares() const { return {pieces.r.count, pieces.team.threads(), pieces.size}; }

    ROMP_FN void take()
    {
        if (from == one_piece) {
            pieces.more = false;
        } else if (from == chunks_in_turn) {
            pieces.more = mine < pieces.chunks;
            if (!pieces.more)
                return;
            pieces.set_chunk(mine);
            const C all = pieces.team.threads();
            mine = pieces.chunks - mine > all ? mine + all : pieces.chunks;
        } else {
            pieces.more = from == by_share ? pieces.take_share(all_shares()) : pieces.take_chunk();
            if (!pieces.more)
                leave_work_queue(pieces.team, pieces.from);
        }
    }
};

} // namespace detail

// schedule(runtime)
template <class T, class N, bool = T::is_team> ROMP_FN auto team_for_runtime(T team, N trips, run_schedule schedule)
{
    const auto r = detail::as_range(trips);
    using R = std::remove_const_t<decltype(r)>;
    using S = detail::scheduled<T, R>;
    using C = typename R::count_type;
    const unsigned kind = schedule.kind & ~run_schedule::monotonic;
    const unsigned chunk = schedule.chunk < 1 || kind == run_schedule::open ? 1 : schedule.chunk;
    S result{detail::unassigned<false>(team, r, chunk), S::chunks_in_turn, (C)team.thread()};
    if (team.threads() == 1)
        return result.from = S::one_piece, result;
    if (kind == run_schedule::pieces && schedule.chunk < 1) {
        const C share = r.count / team.threads(), extra = r.count % team.threads(), me = team.thread();
        result.from = S::one_piece;
        result.pieces.k = me * share + (me < extra ? me : extra);
        result.pieces.last = result.pieces.k + share + (me < extra);
        result.pieces.more = result.pieces.k < result.pieces.last;
        return result;
    }
    if (kind == run_schedule::dynamic || kind == run_schedule::guided) {
        result.from = kind == run_schedule::guided ? S::by_share : S::by_chunk;
        result.pieces.from = detail::take_work_queue(team);
    }
    result.take();
    return result;
}
template <class N, class = detail::no_team<N>> ROMP_FN auto team_for_runtime(N trips, run_schedule schedule)
{
    return team_for_runtime(block_team(), trips, schedule);
}

} // namespace romp
#endif
