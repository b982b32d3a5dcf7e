// romp/emulated_lanes.cuh: romp/cuda_lanes.cuh in plain C++17, for the emulated device.
//
// Lanes are coroutines that run one after the other. What they do together, the last one to arrive does for all.
#ifndef ROMP_EMULATED_LANES_CUH
#define ROMP_EMULATED_LANES_CUH

namespace romp {

namespace emulated {
// A barrier of the lanes of a warp that a mask names.
struct mask_barrier {
    unsigned mask, arrived, round;
};
// Masks that are in use together have no lane in common, so a warp has no more of them than lanes.
inline thread_local mask_barrier mask_barriers[32][32];
// By thread: the lanes that the thread met at its last barrier of this kind.
inline thread_local unsigned lanes_met[1024];
// By warp: the lanes whose threads have returned.
inline thread_local unsigned lanes_ended[32];

// Waits until all lanes of the mask are here that there are and that have not returned, and returns those.
ROMP_CODE unsigned meet(unsigned mask, source_place at)
{
    const unsigned me = here.thread, warp = me / 32, mine = 1u << me % 32;
    if (!(mask & mine))
        romp_emulated_fail("a warp operation's mask lacks the lane that executes it");
    mask_barrier *m = nullptr;
    for (mask_barrier &one : mask_barriers[warp]) {
        if (one.arrived != 0 && one.mask == mask) {
            m = &one;
            break;
        }
        if (one.arrived == 0 && !m)
            m = &one;
    }
    m->mask = mask;
    m->arrived |= mine;
    const unsigned round = m->round, left = here.threads - warp * 32;
    const unsigned there = left < 32 ? (1u << left) - 1 : ~0u;
    while (m->round == round) {
        if (mask & there & ~(m->arrived | lanes_ended[warp])) {
            spin(at);
            continue;
        }
        for (unsigned lanes = m->arrived; lanes != 0; lanes &= lanes - 1)
            lanes_met[warp * 32 + __builtin_ctz(lanes)] = m->arrived;
        if (ROMP_RACES_)
            romp_emulated_lanes_barrier(warp * 32, m->arrived);
        m->arrived = 0;
        m->round++;
    }
    return lanes_met[me];
}

// A barrier of lanes of a warp: the last one to arrive begins a new round, which lets the others go on.
struct lane_barrier {
    unsigned arrived, round;
};
// Barriers of groups of lanes (romp/lanes.cuh): each group of a warp has one of its own. Numbered as in a binary heap,
// groups of 32 lanes first.
static thread_local lane_barrier group_barriers[2048];

// Waits for these lanes. One of them does `work` when all are here, before the others go on.
template <class F> ROMP_FN void wait_for_lanes(unsigned lanes, F work)
{
    const unsigned count = __builtin_popcount(lanes), first = __builtin_ctz(lanes);
    const bool neighbours = (lanes >> first) == (count == 32 ? ~0u : (1u << count) - 1);
    if (!neighbours || (count & (count - 1)) != 0 || first % count != 0) {
        const unsigned here_now = meet(lanes, {});
        if (here_now >> here.thread % 32 == 1)
            work();
        meet(lanes, {});
        return;
    }
    lane_barrier &m = group_barriers[(1024 + here.thread) / count];
    const unsigned round = m.round;
    if (++m.arrived == count) {
        if (ROMP_RACES_)
            romp_emulated_lanes_barrier(here.thread / 32 * 32, lanes);
        work();
        m.arrived = 0;
        m.round++;
    }
    while (m.round == round)
        spin();
}

// What each thread has for the lanes of its warp, and then gets from them. Each wait costs a turn of every lane; so one
// lane computes what all get, and none has to wait until the others have read its own.
template <class T> static thread_local T shuffled[1024];
// The number of the lane whose value a thread asks for.
static thread_local unsigned wanted[1024];

// The lanes of a warp, from thread `first` on: no race, since all wait for the one that does this.
template <class T> ROMP_CODE __attribute__((no_sanitize("thread"))) void take(unsigned first, unsigned lanes, T (&to)[32])
{
    for (; lanes != 0; lanes &= lanes - 1)
        to[__builtin_ctz(lanes)] = shuffled<T>[first + __builtin_ctz(lanes)];
}
template <class T> ROMP_CODE __attribute__((no_sanitize("thread"))) void give(unsigned first, unsigned lanes, const T (&from)[32])
{
    for (; lanes != 0; lanes &= lanes - 1)
        shuffled<T>[first + __builtin_ctz(lanes)] = from[__builtin_ctz(lanes)];
}
// Gives each lane the value that it asks for, or leaves its own to it where that lane is none of these.
template <class T> ROMP_CODE __attribute__((no_sanitize("thread"))) void exchange(unsigned first, unsigned lanes)
{
    static thread_local T before[32];
    take(first, lanes, before);
    for (unsigned left = lanes; left != 0; left &= left - 1) {
        const unsigned lane = __builtin_ctz(left), other = wanted[first + lane];
        if (other < 32 && lanes >> other & 1)
            shuffled<T>[first + lane] = before[other];
    }
}
} // namespace emulated

// A barrier of these lanes of one warp, after which each sees what the others have written.
ROMP_CODE void group_barrier(unsigned lanes)
{
    if (lanes != 1)
        emulated::wait_for_lanes(lanes, [] {});
}

// The value of lane number `lane`; all of `lanes` call it.
template <class T> ROMP_CODE T shuffle_from(unsigned lanes, T value, unsigned lane)
{
    const unsigned me = emulated::here.thread;
    if (lanes == 1)
        return value;
    emulated::shuffled<T>[me] = value;
    emulated::wanted[me] = lane;
    emulated::wait_for_lanes(lanes, [=] { emulated::exchange<T>(me - me % 32, lanes); });
    return emulated::shuffled<T>[me];
}

// Likewise, the value of the lane with a number greater, or less, by `distance`.
template <class T> ROMP_FN T shuffle_down(unsigned lanes, T value, unsigned distance)
{
    return shuffle_from(lanes, value, emulated::here.thread % 32 + distance);
}
template <class T> ROMP_FN T shuffle_up(unsigned lanes, T value, unsigned distance)
{
    const unsigned lane = emulated::here.thread % 32;
    return shuffle_from(lanes, value, lane >= distance ? lane - distance : lane);
}

// Whether `scan_lanes` takes such values.
template <class V> constexpr bool lanes_scan_at_once = sizeof(V) <= 256;

// The combination of the values of all lanes up to this one, for the first `valid` of `lanes`, which are the first of
// their warp: in the order of a scan by shuffles (romp/scans.cuh), so with the same bits, but one lane computes it for all.
template <class V, class F> ROMP_CODE V scan_lanes(unsigned lanes, unsigned valid, V value, F merge)
{
    const unsigned me = emulated::here.thread, first = me - me % 32;
    if (lanes == 1)
        return value;
    emulated::shuffled<V>[me] = value;
    emulated::wait_for_lanes(lanes, [=] {
        V all[32];
        emulated::take(first, lanes, all);
        for (unsigned distance = 1; distance < valid; distance *= 2)
            for (unsigned lane = valid - 1; lane >= distance; lane--)
                all[lane] = merge(all[lane - distance], all[lane]);
        emulated::give(first, lanes, all);
    });
    return emulated::shuffled<V>[me];
}

// Lanes run one by one here, so the condition is that of this lane.
ROMP_FN bool among_lanes(bool condition) { return condition; }

// A bit for each of `lanes`, set where it passed `true`. All of them call it.
ROMP_CODE unsigned ballot(unsigned lanes, bool mine)
{
    using emulated::wanted;
    const unsigned me = emulated::here.thread, first = me - me % 32;
    if (lanes == 1)
        return mine;
    wanted[me] = mine;
    emulated::wait_for_lanes(lanes, [=]() __attribute__((no_sanitize("thread"))) {
        unsigned all = 0;
        for (unsigned left = lanes; left != 0; left &= left - 1)
            all |= wanted[first + __builtin_ctz(left)] << __builtin_ctz(left);
        for (unsigned left = lanes; left != 0; left &= left - 1)
            wanted[first + __builtin_ctz(left)] = all;
    });
    return wanted[me];
}

// The number of the lowest set bit, and the number of set bits.
ROMP_FN unsigned lowest_bit(unsigned bits) { return __builtin_ctz(bits); }
ROMP_FN unsigned count_bits(unsigned bits) { return __builtin_popcount(bits); }

// This lane's bit of a mask, and the lanes that are here together: on the emulated device this one alone.
ROMP_FN unsigned lane_bit() { return 1u << emulated::here.thread % 32; }
ROMP_FN unsigned lanes_here(const void *) { return lane_bit(); }
constexpr bool lanes_combine_words = false;

} // namespace romp
#endif
