// romp/work_queues.cuh: loops whose iterations are assigned to threads while they run (schedule(dynamic) and
// schedule(guided)), and `ordered` regions.
//
//     romp::begin_work_queues();                      once a parallel region, by all its threads
//     for (int i : romp::team_for_dynamic(romp::below(0, n)))
//
// A loop uses one of a few work queues in shared memory, in turn; the last of its threads to find
// nothing left passes it on to a later loop. Threads that do not wait for a loop may be some loops ahead of the
// slowest thread. A loop behind which all of them wait needs no such care: where the kernel says so,
//
//     for (int i : romp::team_for_dynamic(romp::below(0, n), romp::then_barrier()))
//
// all these loops use one counter. With chunks of several iterations there are two loops:
//
//     for (auto chunk : romp::team_chunks(romp::below(0, n), 4))
//         for (int i : romp::each(chunk))
#ifndef ROMP_WORK_QUEUES_CUH
#define ROMP_WORK_QUEUES_CUH

namespace romp {
namespace detail {

struct alignas(16) work_queue {
    unsigned long long next64; // the iteration or chunk that nobody has yet, in the counter's width
    unsigned next32;
    unsigned finished;         // threads that have left the loop
    unsigned long long turn;   // the iteration whose ordered region is next
    unsigned char loop;        // the loop that may use it: its number in the region, modulo 256
};
static_assert(sizeof(work_queue) == 32, "the translator plans with this size");

constexpr unsigned work_queue_count = 4;

// Templates, so that kernels without such loops have no work queues.
template <class> ROMP_TEAM_SHARED work_queue work_queues[work_queue_count];
// How many loops each thread has begun in this region.
struct alignas(16) begun_loops {
    unsigned char of[1024];
};
template <class> ROMP_TEAM_SHARED begun_loops loops_begun;

// The next chunk of the loop that all threads of the team execute at present, if it ends with a barrier.
struct alignas(16) chunk_counter {
    unsigned long long next64;
    unsigned next32;
};
static_assert(sizeof(chunk_counter) == 16, "the translator plans with this size");
template <class> ROMP_TEAM_SHARED chunk_counter next_chunk;

ROMP_FN unsigned &next_of(chunk_counter &from, unsigned) { return from.next32; }
ROMP_FN unsigned long long &next_of(chunk_counter &from, unsigned long long) { return from.next64; }
ROMP_FN unsigned &next_of(work_queue &from, unsigned) { return from.next32; }
ROMP_FN unsigned long long &next_of(work_queue &from, unsigned long long) { return from.next64; }

// Increments a counter and returns what it was. nvcc combines the operations of lanes that are here together.
template <class C> ROMP_FN C next_in(C &counter) { return atomics::fetch_add(&counter, (C)1); }

template <class T> ROMP_FN work_queue *take_work_queue(T team)
{
    const own_code own;
    const unsigned char loop = loops_begun<void>.of[team.thread()]++;
    work_queue *mine = &work_queues<void>[loop % work_queue_count];
    while (acquired(mine->loop) != loop)
        spin();
    return mine;
}

template <class T> ROMP_FN void leave_work_queue(T team, work_queue *mine)
{
    const own_code own;
    team_fence();
    if (next_in(mine->finished) + 1 != team.threads())
        return;
    mine->next64 = 0;
    mine->next32 = 0;
    mine->finished = 0;
    mine->turn = 0;
    team_fence();
    publish(mine->loop, mine->loop + work_queue_count);
}

// Not inlined, so that all threads round alike.
inline __device__ __noinline__ double what_is_left(double count, double binary_logarithm)
{
    return count * exp2(binary_logarithm);
}

// How `guided` divides a loop: each chunk is a thread's share of the iterations that are left, until that is near
// `size`. The number c of a chunk determines where it begins: (1 - 1 / threads)^c of the iterations are left there.
template <class C> struct shares {
    C count, size;
    double base;   // the binary logarithm of what a piece leaves of the rest
    C guided;      // pieces of this kind; they have `size` iterations or more
    C rest, fixed; // iterations behind them, in pieces of `size`

    shares() = default;
    ROMP_FN shares(C count, unsigned threads, C size)
        : count(count), size(size), base(0), guided(0), rest(count), fixed(0)
    {
        const double enough = ((double)size + 1) * threads;
        if (threads > 1 && count > enough) {
            base = log2(1 - 1.0 / threads);
            guided = (C)ceil(log2(enough / count) / base);
            rest = left(guided);
        }
        fixed = rest ? (rest - 1) / size + 1 : 0;
    }

    ROMP_FN C left(C number) const { return number ? (C)what_is_left(count, number * base) : count; }
    ROMP_FN bool has(C number) const { return number < guided + fixed; }
    // `number` may be one past the last.
    ROMP_FN C begin(C number) const
    {
        if (number < guided)
            return count - left(number);
        return number - guided < fixed ? count - rest + (number - guided) * size : count;
    }
};

struct no_shares {};

// Teams with fewer threads compute the share when they ask, which is cheaper than logarithms while few ask at
// once.
constexpr unsigned few_threads = 8;

// The iterations `r` in chunks of `size`, and those that a thread has of its chunk: `k` up to `last`.
template <class R> struct chunk_of {
    using C = typename R::count_type;
    R r;
    C size, chunks;
    C k, last;

    ROMP_FN typename R::value_type operator*() const { return r[k]; }
    ROMP_FN bool has(C chunk) const
    {
        // A product of 64 bits avoids the number of chunks, which is a quotient.
        return sizeof(C) == 4 ? (unsigned long long)chunk * size < r.count : chunk < chunks;
    }
    ROMP_FN void set_chunk(C chunk)
    {
        k = chunk * size;
        last = r.count - k < size ? r.count : k + size;
    }
};

// The state before any chunk is assigned: all iterations are this thread's.
template <class R> ROMP_FN chunk_of<R> unassigned(R r, unsigned long long chunk)
{
    using C = typename R::count_type;
    C size = chunk < r.count ? (C)chunk : (r.count ? r.count : 1);
    C chunks = r.count ? (r.count - 1) / size + 1 : 0;
    // Each thread asks once more than there are chunks, and the counter must not wrap.
    if (size == 1 && r.count > (C)~(C)0 - 2048) {
        size = 2;
        chunks = (r.count - 1) / size + 1;
    }
    return {r, size, chunks, 0, r.count};
}

// A loop's iterations in chunks, as threads ask for them: each of `size` iterations, or with `guided` of a
// thread's share of what is left and not less than `size`. A team of one thread needs no work queue.
template <class T, class R, bool guided> struct queued_chunks : chunk_of<R> {
    using C = typename R::count_type;
    using chunk_of<R>::r, chunk_of<R>::size, chunk_of<R>::k, chunk_of<R>::last;
    T team;
    work_queue *from;
    bool more;
    typename choose<guided, shares<C>, no_shares>::type all;

    ROMP_FN queued_chunks begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return more; }
    ROMP_FN void operator++()
    {
        if (++k == last)
            take();
    }

    ROMP_FN void take()
    {
        if (from)
            give_way(k);
        more = from && take_piece();
        if (from && !more)
            leave_work_queue(team, from);
    }
    ROMP_FN bool take_piece()
    {
        if constexpr (!guided)
            return take_chunk();
        else
            return team.threads() < few_threads ? take_share_of_rest() : take_share(all);
    }

    ROMP_FN bool take_chunk()
    {
        const C chunk = next_in(next_of(*from, C()));
        if (!this->has(chunk))
            return false;
        this->set_chunk(chunk);
        return true;
    }

    // A thread takes the next number of a share, so that none has to try again where another was faster.
    ROMP_FN bool take_share(const shares<C> &all)
    {
        const C number = atomics::fetch_add(&next_of(*from, C()), (C)1);
        if (!all.has(number))
            return false;
        k = all.begin(number);
        last = all.begin(number + 1);
        return true;
    }

    ROMP_FN bool take_share_of_rest()
    {
        C &next = next_of(*from, C());
        C seen = latest(next);
        while (seen < r.count) {
            const C left = r.count - seen, share = left / (C)team.threads();
            const C mine = left < size ? left : share < size ? size : share;
            const C found = atomics::compare_and_swap(&next, seen, seen + mine);
            if (found == seen) {
                k = seen;
                last = seen + mine;
                return true;
            }
            seen = found;
        }
        return false;
    }
};

// The same for a team.
template <bool guided, class T, class R> ROMP_FN queued_chunks<T, R, guided> unassigned(T team, R r, unsigned long long chunk)
{
    return {unassigned(r, chunk), team, nullptr, r.count != 0};
}

template <bool guided, class T, class R> ROMP_FN auto queue_chunks(T team, R r, unsigned long long chunk)
{
    auto result = unassigned<guided>(team, r, chunk);
    if (team.threads() > 1) {
        result.from = take_work_queue(team);
        if constexpr (guided)
            if (team.threads() >= few_threads)
                result.all = shares<typename R::count_type>(r.count, team.threads(), result.size);
        result.take();
    }
    return result;
}

// The chunks of a loop that ends with a barrier. Each thread takes one number more than there are chunks for it, so
// that the thread with the last of these knows that the others need the counter no more.
template <class T, class R> struct counted_chunks : chunk_of<R> {
    using C = typename R::count_type;
    using chunk_of<R>::k, chunk_of<R>::last;
    T team;
    bool more, alone;

    ROMP_FN counted_chunks begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return more; }
    ROMP_FN void operator++()
    {
        if (++k == last)
            take();
    }

    ROMP_FN void take()
    {
        more = false;
        if (alone)
            return;
        give_way(k);
        C &counter = next_of(next_chunk<void>, C());
        const C chunk = next_in(counter);
        more = this->has(chunk);
        if (more)
            this->set_chunk(chunk);
        else if (chunk >= team.threads() - 1 && !this->has(chunk - (team.threads() - 1)))
            publish(counter, 0);
    }
};

template <class T, class R> ROMP_FN auto count_chunks(T team, R r, unsigned long long size)
{
    counted_chunks<T, R> result{unassigned(r, size), team, r.count != 0, team.threads() == 1};
    if (!result.alone)
        result.take();
    return result;
}

// The chunks that a thread takes, each a range, instead of their iterations.
template <class Q> struct whole_chunks {
    Q from;

    ROMP_FN whole_chunks begin() const { return *this; }
    ROMP_FN finished end() const { return {}; }
    ROMP_FN bool operator!=(finished) const { return from.more; }
    ROMP_FN auto operator*() const { return from.r.slice(from.k, from.last - from.k); }
    ROMP_FN void operator++()
    {
        from.k = from.last;
        from.take();
    }
};
template <class Q> ROMP_FN whole_chunks<Q> chunk_by_chunk(Q from) { return {from}; }

} // namespace detail

// The chunk size of a loop behind which all threads of the team wait for each other, and which none leaves early.
struct then_barrier {
    unsigned long long chunk;

    ROMP_FN explicit then_barrier(unsigned long long chunk = 1) : chunk(chunk) {}
};

// Called before the first such loop of a parallel region; all threads of the team wait for each other. One thread
// alone needs no work queues, and those that exist may belong to the enclosing region.
template <class T, bool = T::is_team> ROMP_FN void begin_work_queues(T team)
{
    if (team.threads() == 1)
        return;
    team.barrier();
    for (unsigned i = team.thread(); i < detail::work_queue_count; i += team.threads())
        detail::work_queues<void>[i] = {0, 0, 0, 0, (unsigned char)i};
    detail::loops_begun<void>.of[team.thread()] = 0;
    if (team.thread() == 0) {
        publish(detail::next_chunk<void>.next64, 0);
        publish(detail::next_chunk<void>.next32, 0);
    }
    team.barrier();
}
ROMP_FN void begin_work_queues() { begin_work_queues(block_team()); }

// schedule(dynamic)
template <class T, class R, bool = T::is_team> ROMP_FN auto team_for_dynamic(T team, R trips)
{
    return detail::queue_chunks<false>(team, detail::as_range(trips), 1);
}
template <class T, class R, bool = T::is_team> ROMP_FN auto team_for_dynamic(T team, R trips, then_barrier)
{
    return detail::count_chunks(team, detail::as_range(trips), 1);
}
template <class R, class = detail::no_team<R>> ROMP_FN auto team_for_dynamic(R trips)
{
    return team_for_dynamic(block_team(), trips);
}
template <class R, class = detail::no_team<R>> ROMP_FN auto team_for_dynamic(R trips, then_barrier end)
{
    return team_for_dynamic(block_team(), trips, end);
}
// schedule(dynamic, chunk): the chunks
template <class T, class R, bool = T::is_team> ROMP_FN auto team_chunks(T team, R trips, unsigned long long size)
{
    return detail::chunk_by_chunk(detail::queue_chunks<false>(team, detail::as_range(trips), size));
}
template <class T, class R, bool = T::is_team> ROMP_FN auto team_chunks(T team, R trips, then_barrier end)
{
    return detail::chunk_by_chunk(detail::count_chunks(team, detail::as_range(trips), end.chunk));
}
template <class R, class N, class = detail::no_team<R>> ROMP_FN auto team_chunks(R trips, N size)
{
    return team_chunks(block_team(), trips, size);
}
// schedule(guided, chunk)
template <class T, class R, bool = T::is_team> ROMP_FN auto team_for_guided(T team, R trips, unsigned long long chunk = 1)
{
    return detail::queue_chunks<true>(team, detail::as_range(trips), chunk);
}
template <class R, class = detail::no_team<R>> ROMP_FN auto team_for_guided(R trips, unsigned long long chunk = 1)
{
    return team_for_guided(block_team(), trips, chunk);
}

// The `ordered` regions of a loop, in the order of its iterations. `k` is the iteration's number.
//
//     romp::in_order order = romp::begin_ordered();
//     for (auto k : romp::team_for(trips)) {
//         while (order.pending(k))
//             if (order.reached(k)) {
//                 ...
//                 order.passed(k);
//             }
//         order.skip(k);
//     }
//     order.end();
//
// The region stands inside the loop that waits for it: lanes of one warp pass it one after the other, and none
// waits for others at a place that they do not reach.
struct order_of_loop {
    detail::work_queue *shared; // none: one thread
    unsigned long long own; // one past the iteration whose region this thread has passed last
    unsigned long long now; // this thread's iteration, where functions ask for it (romp/ordered.cuh)

    // Whether this thread has not passed the region of its iteration: no other thread can.
    ROMP_FN bool pending(unsigned long long k) const { return own != k + 1; }
    ROMP_FN bool reached(unsigned long long k, source_place here = {}) const
    {
        const unsigned long long turn = shared ? acquired(shared->turn) : own;
        if (turn == k)
            return true;
        spin_behind(k - turn, here);
        return false;
    }
    ROMP_FN void passed(unsigned long long k)
    {
        own = k + 1;
        if (!shared)
            return;
        team_fence();
        publish(shared->turn, k + 1);
    }
};

template <class T> struct in_order : order_of_loop {
    T team;

    ROMP_FN in_order(T team, detail::work_queue *shared) : order_of_loop{shared, 0, 0}, team(team) {}
    // Called at the end of an iteration, which may have encountered no such region.
    ROMP_FN void skip(unsigned long long k)
    {
        if (own == k + 1)
            return;
        while (this->pending(k))
            if (this->reached(k))
                this->passed(k);
    }
    ROMP_FN void end()
    {
        if (shared)
            detail::leave_work_queue(team, shared);
    }
};

template <class T, bool = T::is_team> ROMP_FN in_order<T> begin_ordered(T team)
{
    return {team, team.threads() > 1 ? detail::take_work_queue(team) : nullptr};
}
ROMP_FN in_order<block_team> begin_ordered() { return begin_ordered(block_team()); }

} // namespace romp
#endif
