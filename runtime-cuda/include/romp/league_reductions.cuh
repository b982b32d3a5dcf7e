// romp/league_reductions.cuh: the end of reductions over all teams of a league (OpenMP 5.2, 5.5.8).
//
// What one team combines (`romp/reductions.cuh`) goes to its slot in the launch's scratch memory, and the team that
// arrives last combines the slots, group by group where they are many. The launch's shape determines the order.
#ifndef ROMP_LEAGUE_REDUCTIONS_CUH
#define ROMP_LEAGUE_REDUCTIONS_CUH

namespace romp {

namespace detail {

// The scratch memory of a launch: counters, zero when the kernel begins and ends, and a slot for each team.
constexpr unsigned most_groups = 64;
// Bytes of the counters: sixteen of constructs, and one of each group of teams. The runtime clears as many
// (`scratch.rs`).
constexpr unsigned scratch_head = 64 + 4 * most_groups;
struct scratch {
    unsigned *ticket;
    unsigned *of_groups;
    void *slots;
};
ROMP_FN scratch parts_of(void *memory)
{
    return {(unsigned *)memory, (unsigned *)memory + 16, (char *)memory + scratch_head};
}

struct alignas(16) last_word {
    bool is_last;
};
static_assert(sizeof(last_word) == 16, "the translator plans with this size");
template <class> __shared__ last_word reduction_end;

// Combines `count` slots, of which each lies `distance` behind the one before; thread 0 of the team has the result.
template <class Team, class A, class V>
ROMP_CODE V combine_slots(Team team, const A &all, const V *slots, unsigned long long distance, unsigned count, V value)
{
    const unsigned me = team.thread(), stride = team.threads();
    if (me < count) {
        value = slots[me * distance];
        unsigned long long at = (unsigned long long)me + stride;
        // Several loads are under way at once; a compiler that knows nothing of `merge` makes one wait for the other.
        constexpr unsigned batch = sizeof(V) <= 64 ? 64 / sizeof(V) : 1;
        for (; batch > 1 && at + (batch - 1ull) * stride < count; at += (unsigned long long)batch * stride) {
            V some[batch];
#pragma unroll
            for (unsigned i = 0; i < batch; i++)
                some[i] = slots[(at + (unsigned long long)i * stride) * distance];
#pragma unroll
            for (unsigned i = 0; i < batch; i++)
                value = all.merge(value, some[i]);
        }
#pragma unroll(sizeof(V) <= 64 ? 4 : 1)
        for (; at < count; at += stride)
            value = all.merge(value, slots[at * distance]);
    }
    return team_combine(team, all, stride < count ? stride : count, value);
}

// Thread 0 of each team passes `value`; the team that arrives last combines them all. Where teams are many and small,
// a master alone say, the last team of each group first combines the values of its group: then the last one of all has
// few values to wait for.
template <class Team, class A, class V>
ROMP_CODE void league_combine(Team team, void *memory, const A &all, V value)
{
    if (team.thread() == 0)
        scratch_holds(sizeof(V));
    const unsigned count = teams();
    if (count == 1) {
        if (team.thread() == 0)
            all.finish(all.before(), value);
        return;
    }
    // So many values one after the other take a thread as long as it takes to hand over a group's.
    constexpr unsigned few = 16;
    bool in_group = count > most_groups && count / team.threads() > few;
    const unsigned of_group = in_group ? (count - 1) / most_groups + 1 : 1, group = romp::team() / of_group;
    const scratch place = parts_of(memory);
    V *const all_slots = (V *)place.slots;
    if (team.thread() == 0)
        all_slots[romp::team()] = value;
    // What is combined now: every `distance`th slot from this one on, which so many teams or groups leave.
    V *slots = all_slots;
    unsigned distance = of_group, members = (count - 1) / of_group + 1;
    unsigned *ticket = place.ticket;
    if (in_group) {
        const unsigned left = count - group * of_group;
        slots += group * of_group;
        distance = 1;
        members = left < of_group ? left : of_group;
        ticket = place.of_groups + group;
    }
#pragma unroll 1
    for (;;) {
        if (team.thread() == 0)
            reduction_end<void>.is_last = take_ticket(ticket) == members - 1;
        team.barrier();
        if (!reduction_end<void>.is_last)
            return;
        value = combine_slots(team, all, slots, distance, members, value);
        if (!in_group)
            break;
        in_group = false;
        if (team.thread() == 0) {
            *slots = value;
            *ticket = 0;
        }
        // All threads have read that theirs is the last team of its group.
        team.barrier();
        slots = all_slots;
        distance = of_group;
        members = (count - 1) / of_group + 1;
        ticket = place.ticket;
    }
    if (team.thread() == 0) {
        all.finish(all.before(), value);
        *ticket = 0;
    }
}

} // namespace detail

// At the end of a construct of the whole league. `memory` is the launch's scratch memory, which serves one such
// construct. The originals can be read after the kernel.
template <class Team, class... R, bool = Team::is_team>
ROMP_FN void reduce_league(Team team, void *memory, R... items)
{
    const auto all = detail::gather(items...);
    const auto total = detail::team_combine(team, all, team.threads(), all.load());
    detail::league_combine(team, memory, all, total);
}
template <class... R> ROMP_FN void reduce_league(void *memory, R... items)
{
    reduce_league(block_team(), memory, items...);
}

// Likewise where each team has one private copy, in place of each thread.
template <class Team, class... R, bool = Team::is_team>
ROMP_FN void reduce_teams(Team team, void *memory, R... items)
{
    const auto all = detail::gather(items...);
    detail::league_combine(team, memory, all, all.load());
}
template <class... R> ROMP_FN void reduce_teams(void *memory, R... items)
{
    reduce_teams(block_team(), memory, items...);
}

} // namespace romp
#endif
