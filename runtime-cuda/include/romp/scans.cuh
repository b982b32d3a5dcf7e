// romp/scans.cuh: loops with `scan` (OpenMP 5.2, 5.6).
//
//     romp::inclusive_scan(romp::below(0, n), romp::plus(sum),
//         [&](int i, double &sum_private) { sum_private = 0; sum_private += a[i]; },
//         [&](int i, double &sum_private) { b[i] = sum_private; });
//
// The first function is the input phase: it computes each iteration's own value. The second is the scan phase: it
// receives the original combined with the values of all iterations before it, with (inclusive) or without (exclusive)
// its own. The total is left in the original. romp/league_scans.cuh scans over all teams at once.
//
// Iterations are executed in tiles of a few rows for each warp. A thread has one iteration of each row, so that
// neighbouring threads access neighbouring elements and values stay in registers. Rows are scanned by shuffles and
// chained, the warps' totals are combined in shared memory, and a tile begins with the result of the one before it.
// Operands are never exchanged, no value is invented where there is no iteration, and the tree has the same shape in
// each run: the same bits for the same number of threads, whatever the number of teams.
#ifndef ROMP_SCANS_CUH
#define ROMP_SCANS_CUH

namespace romp {

// ---- What is scanned ---------------------------------------------------------------------------

namespace detail {

// One list item: the original, and the combiner.
template <class F, class O> struct scanned {
    using value_type = std::remove_cv_t<O>;
    F combine;
    O &original;

    ROMP_FN value_type load() const { return original; }
    ROMP_FN value_type merge(value_type a, value_type b) const { return combine(a, b); }
    ROMP_FN void finish(value_type, value_type total) const { original = total; }
};

} // namespace detail

#define ROMP_SCANNED_(name)                                                                             \
    template <class O> ROMP_FN auto name(O &original)                                                   \
    {                                                                                                   \
        return detail::scanned<combiner::name, O>{{}, original};                                        \
    }
ROMP_SCANNED_(plus)
ROMP_SCANNED_(times)
ROMP_SCANNED_(bit_and)
ROMP_SCANNED_(bit_or)
ROMP_SCANNED_(bit_xor)
ROMP_SCANNED_(logical_and)
ROMP_SCANNED_(logical_or)
ROMP_SCANNED_(minimum)
ROMP_SCANNED_(maximum)
#undef ROMP_SCANNED_

template <class U, class O> ROMP_FN auto minimum_as(O &original)
{
    return detail::scanned<combiner::minimum_as<U>, O>{{}, original};
}
template <class U, class O> ROMP_FN auto maximum_as(O &original)
{
    return detail::scanned<combiner::maximum_as<U>, O>{{}, original};
}

template <class O, class F> ROMP_FN auto by(O &original, F combine)
{
    return detail::scanned<combiner::user<F>, O>{{combine}, original};
}

// Several list items of one construct.
template <class... S> ROMP_FN auto together(S... items) { return detail::gather(items...); }

namespace detail {

template <class... R> ROMP_FN all<R...> gathered(all<R...> items) { return items; }
template <class R> ROMP_FN all<R> gathered(R only) { return {only}; }

template <class V, class = void> struct is_last : std::true_type {};
template <class V> struct is_last<V, decltype((void)std::declval<V &>().rest)> : std::false_type {};

// f(i, first value, second value, ...)
template <class F, class I, class V, class... D> ROMP_FN void call_with(F &f, I i, V &values, D &...done)
{
    if constexpr (is_last<V>::value)
        f(i, done..., values.first);
    else
        call_with(f, i, values.rest, done..., values.first);
}

// ---- Within a warp -----------------------------------------------------------------------------

// Lanes 0 to width - 1 call it; the first `valid` of them have a value, which becomes the combination of all up to
// it.
template <class A, class V> ROMP_FN V scan_row(const A &all, unsigned width, unsigned valid, unsigned lane, V value)
{
    if constexpr (lanes_scan_at_once<V>)
        return scan_lanes(lanes_below(width), valid, value, [&](const V &a, const V &b) { return all.merge(a, b); });
    if (width == 32 && valid == 32) {
#pragma unroll
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            const V other = shuffle_up(0xffffffffu, value, distance);
            if (lane >= distance)
                value = all.merge(other, value);
        }
        return value;
    }
    const unsigned lanes = lanes_below(width);
    for (unsigned distance = 1; distance < width; distance *= 2) {
        const V other = shuffle_up(lanes, value, distance);
        if (lane >= distance && lane < valid)
            value = all.merge(other, value);
    }
    return value;
}

// One lane's value for all lanes; a team of one thread may have any lane of its warp.
template <class V> ROMP_FN V from_lane_of(unsigned width, V value, unsigned lane)
{
    return width == 1 ? value : shuffle_from(lanes_below(width), value, lane);
}

// Replaces each value by the combination of all up to it in all rows; returns that of the last. Row k has
// `valid(k)` values, row 0 the most.
template <unsigned rows, class A, class N, class V>
ROMP_FN V chain_rows(const A &all, unsigned width, const N &valid, unsigned lane, V (&value)[rows])
{
#pragma unroll
    for (unsigned k = 0; k < rows; k++)
        if (valid(k) > 0)
            value[k] = scan_row(all, width, valid(k), lane, value[k]);
    V sum = from_lane_of(width, value[0], valid(0) > 0 ? valid(0) - 1 : 0);
#pragma unroll
    for (unsigned k = 1; k < rows; k++)
        if (valid(k) > 0) {
            const V of_row = from_lane_of(width, value[k], valid(k) - 1);
            if (lane < valid(k))
                value[k] = all.merge(sum, value[k]);
            sum = all.merge(sum, of_row);
        }
    return sum;
}

// ---- A tile ------------------------------------------------------------------------------------

template <class V> struct alignas(16) scan_places {
    V total[32], before[32];
};
template <class V> __shared__ scan_places<V> scan_of_team;

// One tile: `left` iterations from `start` on. `full` says that there are as many as `rows` for each thread, in
// whole warps. All lanes of the first warp call `prefix(lane, total)`, which returns what comes before the tile; one
// thread calls `prefix.prepare()` before.
template <unsigned rows, bool full, bool inclusive, class Team, class A, class R, class Input, class Phase, class Prefix>
ROMP_FN void scan_tile(Team team, const A &all, const R &range, typename R::count_type start, unsigned left, Input &input,
                       Phase &phase, Prefix &prefix)
{
    using V = typename A::values;
    const unsigned threads = team.threads(), me = team.thread();
    const unsigned lane = me % 32, warp = me / 32, ahead = me - lane;
    const unsigned width = full ? 32 : lanes_among(threads, me);
    const unsigned high = full ? rows : (left + threads - 1) / threads;
    const unsigned first = ahead * high;
    // The number of lanes of row k that have an iteration.
    const auto valid = [&](unsigned k) -> unsigned {
        if (full)
            return 32;
        const unsigned at = first + k * width;
        return k < high && at < left ? (left - at < width ? left - at : width) : 0;
    };
    V value[rows];
#pragma unroll
    for (unsigned k = 0; k < rows; k++)
        if (full || lane < valid(k))
            call_with(input, range[start + (first + k * width + lane)], value[k]);
    const V sum = chain_rows<rows>(all, width, valid, lane, value);
    auto &places = scan_of_team<V>;
    const bool one_warp = threads <= 32;
    if (me == threads - 1)
        prefix.prepare();
    if (!one_warp) {
        if (lane == 0 && valid(0) > 0)
            places.total[warp] = sum;
        team.barrier();
    }
    V before = sum;
    if (warp == 0) {
        V of_warp = sum, total = sum;
        const unsigned warps = full ? (threads + 31) / 32 : (left - 1) / (width * high) + 1;
        if (!one_warp) {
            if (lane < warps)
                of_warp = places.total[lane];
            of_warp = scan_row(all, 32, warps, lane, of_warp);
            total = shuffle_from(0xffffffffu, of_warp, warps - 1);
        }
        before = prefix(lane, total);
        if (!one_warp) {
            const V up = shuffle_up(0xffffffffu, of_warp, 1);
            if (lane < warps)
                places.before[lane] = lane == 0 ? before : all.merge(before, up);
        }
    }
    if (!one_warp)
        team.barrier();
    if (valid(0) == 0)
        return;
    if (!one_warp)
        before = places.before[warp];
#pragma unroll
    for (unsigned k = 0; k < rows; k++) {
        if (valid(k) == 0)
            continue;
        V seen;
        if constexpr (inclusive) {
            seen = value[k];
        } else if (width > 1) {
            // The row before it is complete.
            seen = shuffle_up(lanes_below(width), value[k], 1);
            if (k > 0) {
                const V end = shuffle_from(lanes_below(width), value[k - 1], width - 1);
                if (lane == 0)
                    seen = end;
            }
        } else if (k > 0) {
            seen = value[k - 1];
        }
        if (full || lane < valid(k)) {
            const bool none = !inclusive && k == 0 && lane == 0;
            V given = before;
            if (!none)
                given = all.merge(before, seen);
            call_with(phase, range[start + (first + k * width + lane)], given);
        }
    }
}

// Rows of a tile: as many as registers hold, so that memory has several requests of each thread at once.
template <unsigned each, class V, unsigned most>
constexpr unsigned scan_rows = each > 0 ? each : sizeof(V) <= 8 ? most : sizeof(V) <= 16 ? most / 2 : sizeof(V) <= 32 ? 2 : 1;

// ---- One team ----------------------------------------------------------------------------------

// The first warp keeps the combination of all tiles so far.
template <class A> struct scan_carry {
    using V = typename A::values;
    const A &all;
    V sum;

    ROMP_FN V operator()(unsigned, V total)
    {
        const V before = sum;
        sum = all.merge(sum, total);
        return before;
    }
    ROMP_FN void prepare() const {}
};

template <unsigned each, bool inclusive, class Team, class A, class R, class Input, class Phase>
ROMP_FN void scan_in_team(Team team, const A &all, const R &range, Input &input, Phase &phase)
{
    using C = typename R::count_type;
    constexpr unsigned rows = scan_rows<each, typename A::values, 8>;
    if (range.count == 0)
        return;
    const unsigned tile = rows * team.threads();
    scan_carry<A> carry{all, all.load()};
    C start = 0;
    if (team.threads() % 32 == 0)
        for (; range.count - start >= tile; start += tile)
            scan_tile<rows, true, inclusive>(team, all, range, start, tile, input, phase, carry);
    while (start < range.count) {
        const unsigned left = range.count - start < tile ? (unsigned)(range.count - start) : tile;
        scan_tile<rows, false, inclusive>(team, all, range, start, left, input, phase, carry);
        start += left;
    }
    if (team.thread() == 0)
        all.finish(carry.sum, carry.sum);
}

} // namespace detail

// ---- The algorithms ----------------------------------------------------------------------------
//
// `each` is the number of iterations of a thread side by side; 0 derives it from the values' size. The originals
// can be read after the next barrier of the team.

#define ROMP_SCAN_(name, inclusive)                                                                     \
    template <unsigned each = 0, class Team, class R, class S, class I, class P, bool = Team::is_team>  \
    ROMP_FN void name(Team team, R range, S items, I input, P phase)                                    \
    {                                                                                                   \
        detail::scan_in_team<each, inclusive>(team, detail::gathered(items), detail::as_range(range),   \
                                              input, phase);                                            \
    }                                                                                                   \
    template <unsigned each = 0, class R, class S, class I, class P, class = detail::no_team<R>>        \
    ROMP_FN void name(R range, S items, I input, P phase)                                               \
    {                                                                                                   \
        name<each>(block_team(), range, items, input, phase);                                           \
    }
ROMP_SCAN_(inclusive_scan, true)
ROMP_SCAN_(exclusive_scan, false)
#undef ROMP_SCAN_

} // namespace romp
#endif
