// romp/scans.cuh: loops with `scan` (OpenMP 5.2, 5.6).
//
//     romp::inclusive_scan(romp::below(0, n), romp::plus(sum),
//         [&](int i, double &sum_private) { sum_private = 0; sum_private += a[i]; },
//         [&](int i, double &sum_private) { b[i] = sum_private; });
//
// The first function is the input phase: it gives each iteration's own value. The second is the scan phase:
// it gets what the values of all iterations before it, with (inclusive) or without (exclusive) its own,
// make of the original. The total is left in the original. `..._league` scans over all teams at once.
//
// Iterations go by in tiles of a few rows for each warp. A thread has one iteration of each row, so that
// neighbours touch neighbours and values stay in registers; rows are scanned by shuffles and put in a
// chain, the warps' totals meet in shared memory, and a tile begins with what the one before it left.
// Operands are never swapped, no value is made up where there is no iteration, and the tree has the same
// shape in each run: the same bits for the same number of threads, whatever the number of teams.
#ifndef ROMP_SCANS_CUH
#define ROMP_SCANS_CUH

namespace romp {

// ---- What is scanned ---------------------------------------------------------------------------

namespace detail {

// One list item: the original, and how two values are combined.
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

// Lanes 0 .. width - 1 call it; of these the first `valid` have a value, which becomes that of all up to it.
template <class A, class V> ROMP_FN V scan_row(const A &all, unsigned width, unsigned valid, unsigned lane, V value)
{
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

// A lane's value for all lanes; one lane alone may be any of its warp.
template <class V> ROMP_FN V from_lane_of(unsigned width, V value, unsigned lane)
{
    return width == 1 ? value : shuffle_from(lanes_below(width), value, lane);
}

// Makes a value that of all up to it in all rows; returns that of the last. Row k has `valid(k)` values, row 0
// the most.
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

// `left` iterations from `start` on. `full`: as many as `rows` a thread, in whole warps. `prefix(lane, total)`, called
// by all lanes of the first warp, says what comes before the tile; `prefix.prepare()` is called by one thread before.
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
    // Lanes of row k that have an iteration.
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
            // The row before it is whole.
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

// Rows of a tile: as many as registers hold, so that memory has several requests of each thread.
template <unsigned each, class V, unsigned most>
constexpr unsigned scan_rows = each > 0 ? each : sizeof(V) <= 8 ? most : sizeof(V) <= 16 ? most / 2 : sizeof(V) <= 32 ? 2 : 1;

// ---- One team ----------------------------------------------------------------------------------

// The first warp keeps what all tiles so far have made.
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

// ---- All teams ---------------------------------------------------------------------------------
//
// A single pass: teams take tiles in order, leave a tile's own total for the others, look back for what
// came before it, and leave what they learn (after Merrill and Garland, Single-pass Parallel Prefix Scan with
// Decoupled Look-back). A tile waits for earlier ones only, and teams that run have all of these: nothing
// is asked of teams that the device has not started.
//
// Tiles go in groups of as many as the first warp has lanes, and a look is one load of each lane: the totals of
// the tiles before it in its group, and what the groups before that made. A group's last tile leaves the
// group's total; whoever learns the prefix up to a group leaves that. Values are put together in one
// order whichever of them were there to be found: a group's tiles in a tree, groups from the left.

// The launch's scratch memory: counters, zero at its begin and at its end, and two rings of results, which
// the first teams clear.
struct scan_counters {
    unsigned tiles, clearing, cleared, ended, done[4];
};

constexpr unsigned scan_chunk = 1024;

// Values that teams leave for others, by number; the place of a number is that of a later one when nobody looks for
// it any more.
template <class V> struct scan_ring {
    pair_of_words *slots;
    char *values;
    unsigned places;

    // A value and its mark change together: in one word, or in two of which every bit is looked at (ptxas
    // may load less of the others, and in pieces).
    static constexpr bool tiny = sizeof(V) <= 4;
    static constexpr bool small = pairs_are_atomic && sizeof(V) == 8 && alignof(V) == 8;
    static constexpr size_t stride = tiny || small ? 0 : (sizeof(V) + 15) / 16 * 16;
    enum { missing, total, prefix };

    ROMP_FN V *value_at(unsigned place, int kind) const
    {
        return (V *)(values + stride * ((kind == prefix ? places : 0) + place));
    }
    ROMP_FN unsigned mark(unsigned number, int kind) const { return 2 * (number / places) + kind; }

    ROMP_FN void put(unsigned number, int kind, V value) const
    {
        const unsigned place = number % places;
        if constexpr (tiny) {
            unsigned bits = 0;
            memcpy(&bits, &value, sizeof(V));
            atomics::store(&slots[place].first, (unsigned long long)mark(number, kind) << 32 | bits);
        } else if constexpr (small) {
            unsigned long long bits = 0;
            memcpy(&bits, &value, sizeof(V));
            store_pair(slots + place, {bits, mark(number, kind)});
        } else {
            *value_at(place, kind) = value;
            fence();
            atomics::store(&slots[place].second, (unsigned long long)mark(number, kind));
        }
    }
    ROMP_FN int get(unsigned number, V &value) const
    {
        const unsigned place = number % places;
        if constexpr (tiny) {
            const unsigned long long word = atomics::load(&slots[place].first);
            const unsigned bits = (unsigned)word;
            memcpy(&value, &bits, sizeof(V));
            return kind_of(number, word >> 32);
        } else if constexpr (small) {
            const pair_of_words pair = load_pair(slots + place);
            memcpy(&value, &pair.first, sizeof(V));
            return kind_of(number, pair.second);
        } else {
            const int kind = kind_of(number, atomics::load(&slots[place].second));
            fence();
            if (kind != missing)
                value = *value_at(place, kind);
            return kind;
        }
    }
    // Older marks are smaller; a newer one comes only when nobody looks back that far any more.
    ROMP_FN int kind_of(unsigned number, unsigned long long found) const
    {
        return found == mark(number, total) ? total : found == mark(number, prefix) ? prefix : missing;
    }
};

template <class V> struct scan_board {
    using ring = scan_ring<V>;
    scan_counters *counters;
    unsigned width; // tiles of a group
    // Groups that are looked back for: as many tiles before a tile as there are teams, of which one has
    // ended and has left the prefix that it learned. Rings have four times as many places.
    unsigned reach;
    ring tiles, groups;

    ROMP_FN scan_board(void *memory, unsigned lanes)
        : counters((scan_counters *)memory), width(lanes), reach((teams() + lanes - 1) / lanes + 1)
    {
        const unsigned far = 4 * reach;
        pair_of_words *slots = (pair_of_words *)((char *)memory + 64);
        char *values = (char *)(slots + far * (width + 1));
        tiles = {slots, values, far * width};
        groups = {slots + far * width, values + ring::stride * far * width, far};
    }

    // Whether the places of `tile` and its group are free: no tile of the quarter of the ring that had them,
    // and none of the next quarter, is still looking back.
    ROMP_FN bool is_free(unsigned tile) const
    {
        const unsigned quarter = reach * width, number = tile / quarter;
        if (number < 4)
            return true;
        const unsigned next = number - 3;
        return atomics::load(&counters->done[number % 4]) >= quarter * (number / 4) &&
               atomics::load(&counters->done[next % 4]) >= quarter * (next / 4 + 1);
    }
    // What was looked at has been used.
    ROMP_FN void is_done(unsigned tile) const
    {
        atomics::fetch_add(&counters->done[tile / (reach * width) % 4], 1u);
    }

    // All threads of each team call it first. Teams that have started clear all places and wait for no other.
    template <class Team> ROMP_FN void clear(Team team) const
    {
        // The rings lie side by side.
        const unsigned places = tiles.places + groups.places, chunks = (places + scan_chunk - 1) / scan_chunk;
        for (bool first = true;; first = false) {
            // Only the one that takes the last chunk finds no more.
            const unsigned chunk = next_number(team, &counters->clearing, first);
            if (chunk >= chunks)
                break;
            for (unsigned i = team.thread(); i < scan_chunk && chunk * scan_chunk + i < places; i += team.threads())
                tiles.slots[chunk * scan_chunk + i] = {0, 0};
            team.barrier();
            if (team.thread() == 0)
                take_ticket(&counters->cleared);
        }
        if (team.thread() == 0) {
            while (atomics::load(&counters->cleared) < chunks)
                spin();
            fence();
        }
        team.barrier();
    }

    // The next number of a counter, for all threads of the team. `even`: alternates from call to call.
    template <class Team> static ROMP_FN unsigned next_number(Team team, unsigned *counter, bool even);

    // What comes before a tile that all together makes `total`, with what else others wait for. The first warp calls
    // it. Only the first tile reads the original, which the last one changes: it is part of its total.
    template <class A> ROMP_FN V look_back(const A &all, unsigned lane, unsigned tile, V total) const
    {
        const unsigned group = tile / width, index = tile % width;
        const bool ends_group = index + 1 == width;
        V before = total, through = total;
        if (tile == 0) {
            before = all.load();
            through = all.merge(before, total);
        }
        if (!ends_group && lane == 0)
            tiles.put(tile, ring::total, through);
        V inside = before;
        if (index > 0) {
            inside = before_in_group(all, lane, tile, index);
            through = all.merge(inside, total);
        }
        if (ends_group && lane == 0)
            groups.put(group, group == 0 ? ring::prefix : ring::total, through);
        if (group == 0)
            return inside;
        before = before_group(all, lane, group);
        if (ends_group && lane == 0)
            groups.put(group, ring::prefix, all.merge(before, through));
        return index > 0 ? all.merge(before, inside) : before;
    }

    // What the `count` tiles of its group before this one make together.
    template <class A> ROMP_FN V before_in_group(const A &all, unsigned lane, unsigned tile, unsigned count) const
    {
        const unsigned lanes = lanes_below(width);
        V value;
        int kind = ring::missing;
        for (;;) {
            if (lane < count && kind == ring::missing)
                kind = tiles.get(tile - count + lane, value);
            if (ballot(lanes, lane < count && kind == ring::missing) == 0)
                break;
            spin();
        }
        return shuffle_from(lanes, scan_row(all, width, count, lane, value), count - 1);
    }

    // What all groups before this one, which is not the first, make of the original.
    template <class A> ROMP_FN V before_group(const A &all, unsigned lane, unsigned group) const
    {
        const unsigned lanes = lanes_below(width), far = group < reach ? group : reach;
        V value;
        int kind = ring::missing;
        unsigned window = 0, prefixes = 0;
        for (;;) {
            const unsigned distance = window + lane + 1;
            const bool is_there = distance <= far;
            for (;;) {
                if (is_there && kind == ring::missing)
                    kind = groups.get(group - distance, value);
                prefixes = ballot(lanes, kind == ring::prefix);
                const unsigned open = ballot(lanes, is_there && kind == ring::missing);
                // Those nearer than the nearest prefix, or all.
                const unsigned nearer = (prefixes & (0 - prefixes)) - 1;
                if ((open & nearer) == 0)
                    break;
                spin();
            }
            if (prefixes != 0)
                break;
            kind = ring::missing;
            window += width;
            if (window >= far)
                window = 0;
        }
        const bool known = window == 0 && (prefixes & 1u) != 0;
        V sum = value;
        for (;;) {
            unsigned from = width;
            if (prefixes != 0) {
                from = lowest_bit(prefixes);
                sum = shuffle_from(lanes, value, from);
            }
            // Some at a time: their shuffles do not wait for each other.
            for (unsigned at = from; at > 0; at = at > 4 ? at - 4 : 0) {
                V next[4];
#pragma unroll
                for (unsigned i = 0; i < 4; i++)
                    next[i] = shuffle_from(lanes, value, i < at ? at - 1 - i : 0);
#pragma unroll
                for (unsigned i = 0; i < 4; i++)
                    if (i < at)
                        sum = all.merge(sum, next[i]);
            }
            if (window == 0)
                break;
            window -= width;
            kind = groups.get(group - (window + lane + 1), value);
            prefixes = ballot(lanes, kind == ring::prefix);
        }
        if (!known && lane == 0)
            groups.put(group - 1, ring::prefix, sum);
        return sum;
    }
};
template <class> alignas(16) __shared__ unsigned scan_number[4];

template <class V>
template <class Team>
ROMP_FN unsigned scan_board<V>::next_number(Team team, unsigned *counter, bool even)
{
    if (team.thread() == 0)
        scan_number<void>[even] = atomics::fetch_add(counter, 1u);
    team.barrier();
    return scan_number<void>[even];
}

// Where a tile's prefix comes from: the tiles before it, by whichever teams.
template <class A> struct scan_link {
    using V = typename A::values;
    const A &all;
    const scan_board<V> &board;
    unsigned tile;
    bool last;
    unsigned next; // the team's next tile, which its first thread asks for as early as others do not wait for it

    ROMP_FN void prepare() const
    {
        while (!board.is_free(tile))
            spin();
    }
    ROMP_FN V operator()(unsigned lane, V total)
    {
        const V before = board.look_back(all, lane, tile, total);
        if (lane == 0) {
            board.is_done(tile);
            if (last) {
                const V after = all.merge(before, total);
                all.finish(after, after);
            }
            next = atomics::fetch_add(&board.counters->tiles, 1u);
        }
        return before;
    }
};

template <unsigned each, bool inclusive, class Team, class A, class R, class Input, class Phase>
ROMP_FN void scan_in_league(Team team, void *memory, const A &all, const R &range, Input &input, Phase &phase)
{
    using V = typename A::values;
    using C = typename R::count_type;
    constexpr unsigned rows = scan_rows<each, V, 24>;
    const unsigned tile = rows * team.threads();
    const unsigned long long tiles = (unsigned long long)(range.count / tile) + (range.count % tile != 0);
    // A single tile needs one team.
    if (tiles == 0 || (tiles == 1 && romp::team() != 0))
        return;
    if (tiles == 1) {
        scan_in_team<each, inclusive>(team, all, range, input, phase);
        return;
    }
    const scan_board<V> board(memory, team.threads() < 32 ? team.threads() : 32);
    board.clear(team);
    unsigned number = board.next_number(team, &board.counters->tiles, true);
    for (bool even = false; number < tiles; even = !even) {
        const C start = (C)number * tile;
        const unsigned left = range.count - start < tile ? (unsigned)(range.count - start) : tile;
        scan_link<A> prefix{all, board, number, number + 1 == tiles, 0};
        if (left == tile && team.threads() % 32 == 0)
            scan_tile<rows, true, inclusive>(team, all, range, start, left, input, phase, prefix);
        else
            scan_tile<rows, false, inclusive>(team, all, range, start, left, input, phase, prefix);
        if (team.thread() == 0)
            scan_number<void>[even] = prefix.next;
        team.barrier();
        number = scan_number<void>[even];
    }
    if (team.thread() == 0 && take_ticket(&board.counters->ended) == teams() - 1)
        *board.counters = {};
}

} // namespace detail

// ---- The algorithms ----------------------------------------------------------------------------
//
// `each`: iterations of a thread side by side; 0 leaves it to the values' size. The originals can be read
// after the next barrier of the team, after the kernel where the league scans.

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
    }                                                                                                   \
    template <unsigned each = 0, class Team, class R, class S, class I, class P, bool = Team::is_team>  \
    ROMP_FN void name##_league(Team team, void *memory, R range, S items, I input, P phase)             \
    {                                                                                                   \
        detail::scan_in_league<each, inclusive>(team, memory, detail::gathered(items),                  \
                                                detail::as_range(range), input, phase);                 \
    }                                                                                                   \
    template <unsigned each = 0, class R, class S, class I, class P>                                    \
    ROMP_FN void name##_league(void *memory, R range, S items, I input, P phase)                        \
    {                                                                                                   \
        name##_league<each>(block_team(), memory, range, items, input, phase);                          \
    }
ROMP_SCAN_(inclusive_scan, true)
ROMP_SCAN_(exclusive_scan, false)
#undef ROMP_SCAN_

} // namespace romp
#endif
