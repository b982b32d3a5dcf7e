// romp/league_scans.cuh: loops with `scan` over all teams at once (romp/scans.cuh has the tile and one team).
//
//     romp::inclusive_scan_league(scratch, romp::below(0, n), romp::plus(sum), input, phase);
//
// A single pass: teams take tiles in order, leave a tile's own total for the others, look back for the prefix of
// what comes before it, and leave that, too (after Merrill and Garland, Single-pass Parallel Prefix Scan with
// Decoupled Look-back). A tile waits for earlier tiles only, which running teams have: nothing depends on teams that
// the device has not started.
//
// Tiles form groups of as many as the first warp has lanes, and a look back is one load of each lane: the totals
// of the tiles before it in its group, and the totals or prefixes of the groups before that. A group's last tile
// leaves the group's total; whoever learns the prefix up to a group leaves that. Values are combined in one order
// whichever of them were found: a group's tiles in a tree, groups from the left.
#ifndef ROMP_LEAGUE_SCANS_CUH
#define ROMP_LEAGUE_SCANS_CUH

namespace romp {
namespace detail {

// The launch's scratch memory: counters, zero when the kernel begins and ends, and two rings of results, which the
// first teams clear.
struct scan_counters {
    unsigned tiles, clearing, cleared, ended, done[4];
};

constexpr unsigned scan_chunk = 1024;

// Values that teams leave for others, by number. The place of a number is reused for a later one when no team
// looks for the former any more.
template <class V> struct scan_ring {
    pair_of_words *slots;
    char *values;
    unsigned places;

    // A value and its mark change together: in one word, or in two of which every bit is used (otherwise ptxas may
    // load less of them, and in pieces).
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
    // Smaller marks are older; a newer one appears only when no team looks back that far any more.
    ROMP_FN int kind_of(unsigned number, unsigned long long found) const
    {
        return found == mark(number, total) ? total : found == mark(number, prefix) ? prefix : missing;
    }
};

template <class V> struct scan_board {
    using ring = scan_ring<V>;
    scan_counters *counters;
    unsigned width; // tiles of a group
    // How many groups a team looks back over: as many tiles before a tile as there are teams, of which one has
    // ended and has left the prefix that it learned. Rings have four times as many places.
    unsigned reach;
    ring tiles, groups;

    ROMP_FN scan_board(void *memory, unsigned lanes)
        : counters((scan_counters *)memory), width(lanes), reach((teams() + lanes - 1) / lanes + 1)
    {
        const unsigned far = 4 * reach;
        pair_of_words *slots = (pair_of_words *)((char *)memory + scratch_head);
        char *values = (char *)(slots + far * (width + 1));
        tiles = {slots, values, far * width};
        groups = {slots + far * width, values + ring::stride * far * width, far};
    }

    // Whether the places of `tile` and its group are free: no tile of the quarter of the ring that had them, and
    // none of the next quarter, is still looking back.
    ROMP_FN bool is_free(unsigned tile) const
    {
        const unsigned quarter = reach * width, number = tile / quarter;
        if (number < 4)
            return true;
        const unsigned next = number - 3;
        return atomics::load(&counters->done[number % 4]) >= quarter * (number / 4) &&
               atomics::load(&counters->done[next % 4]) >= quarter * (next / 4 + 1);
    }
    // Called when the tile has used the values that it found by looking back: their places may be reused.
    ROMP_FN void is_done(unsigned tile) const
    {
        atomics::fetch_add(&counters->done[tile / (reach * width) % 4], 1u);
    }

    // Called first by all threads of each team. The teams that have started clear all places and wait for no other
    // team.
    template <class Team> ROMP_FN void clear(Team team) const
    {
        // The two rings stand side by side.
        const unsigned places = tiles.places + groups.places, chunks = (places + scan_chunk - 1) / scan_chunk;
        for (bool first = true;; first = false) {
            // Only the team that takes the last chunk finds no more.
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

    // The next number of a counter, for all threads of the team. `even` alternates from call to call.
    template <class Team> static ROMP_FN unsigned next_number(Team team, unsigned *counter, bool even);

    // The prefix of a tile whose own total is `total`; also leaves what other tiles wait for. Called by the first
    // warp. Only the first tile reads the original, as part of its total, since the last tile changes it.
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

    // The combined totals of the `count` tiles of its group before this one.
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

    // The original combined with all groups before this one, which is not the first.
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
                // The groups behind the nearest known prefix, or all of them.
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
            // Several at a time, so that their shuffles do not wait for each other.
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

// The `prefix` of scan_tile (romp/scans.cuh) that looks back over the tiles of all teams.
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
    // A single tile needs one team only.
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

// The algorithms, as in romp/scans.cuh; the originals can be read after the kernel.
#define ROMP_SCAN_(name, inclusive)                                                                     \
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
