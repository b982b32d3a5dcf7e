// romp/lanes.cuh: neighbouring lanes of a warp that execute an iteration of a loop together.
//
//     const auto lanes = romp::lanes_of<32>();
//     for (int i : romp::league_for(lanes.groups(), 0, rows)) {
//         double sum = 0;
//         {
//             double sum_private = 0;
//             for (int k : romp::team_for(lanes, begin[i], begin[i + 1]))
//                 sum_private += value[k] * x[column[k]];
//             romp::reduce(lanes, romp::plus(sum, sum_private));
//         }
//         if (lanes.thread() == 0)
//             y[i] = sum;
//     }
//
// A team's threads are taken in groups of `width`. Each group has iterations as a thread has elsewhere; all its
// lanes run what is outside of the inner loops, with variables of their own that have the same values. Inside,
// the lanes are a team (romp/teams.cuh). Threads that make no whole group have no iterations; in a team smaller
// than one group each thread is a group of its own.
#ifndef ROMP_LANES_CUH
#define ROMP_LANES_CUH

namespace romp {

template <unsigned width, class T> struct lane_groups;

// The group of lanes of the calling thread.
template <unsigned width, class T> struct lane_group {
    static_assert(width >= 2 && width <= 32 && (width & (width - 1)) == 0, "groups are parts of a warp");
    static constexpr bool is_team = true;
    T team;

    // A group of one where the team is smaller than a group.
    ROMP_FN bool together() const { return team.threads() >= width; }
    ROMP_FN unsigned thread() const { return together() ? team.thread() % width : 0; }
    ROMP_FN unsigned threads() const { return together() ? width : 1; }
    ROMP_FN bool has_me() const { return true; }
    ROMP_FN void barrier() const
    {
        if (together())
            group_barrier(lanes());
    }

    ROMP_FN lane_groups<width, T> groups() const { return {*this}; }

    // A team's threads are the block's first ones: its lanes are the warp's.
    ROMP_FN unsigned first_lane() const { return team.thread() % 32 / width * width; }
    ROMP_FN unsigned lanes() const { return width == 32 ? ~0u : ((1u << width % 32) - 1) << first_lane(); }
};

// The groups of a team, each represented by one of its threads.
template <unsigned width, class T> struct lane_groups {
    static constexpr bool is_team = true;
    lane_group<width, T> mine;

    ROMP_FN unsigned thread() const { return mine.together() ? mine.team.thread() / width : mine.team.thread(); }
    ROMP_FN unsigned threads() const { return mine.together() ? mine.team.threads() / width : mine.team.threads(); }
    ROMP_FN bool has_me() const { return thread() < threads(); }

    // The range, empty for threads that make no whole group.
    template <class R> ROMP_FN R of(R r) const { return has_me() ? r : r.slice(0, 0); }
};

template <unsigned width, class T, bool = T::is_team> ROMP_FN lane_group<width, T> lanes_of(T team) { return {team}; }
template <unsigned width> ROMP_FN lane_group<width, block_team> lanes_of() { return {}; }

// ---- Iterations for groups ---------------------------------------------------------------------

template <unsigned width, class T, class... A> ROMP_FN auto league_for(lane_groups<width, T> groups, A... bounds)
{
    return detail::tiled(groups, groups.of(detail::as_range(bounds...)));
}
template <unsigned width, class T, class... A> ROMP_FN auto team_for(lane_groups<width, T> groups, A... bounds)
{
    return detail::every(groups.of(detail::as_range(bounds...)), groups.thread(), groups.threads());
}

// ---- The lanes of a group ----------------------------------------------------------------------

// Chunk 1: neighbouring lanes access neighbouring elements. The width is a constant, so the count needs no division.
template <unsigned width, class T, class... A> ROMP_FN auto team_for(lane_group<width, T> lanes, A... bounds)
{
    const auto r = detail::as_range(bounds...);
    return lanes.together() ? detail::turns_of(r, lanes.thread(), width) : detail::turns_of(r, 0u, 1u);
}

namespace detail {

// Combines the values of the lanes, each with its neighbour's first; the group's first lane has the result.
template <unsigned width, class T, class A, class V>
ROMP_FN V group_combine(lane_group<width, T> lanes, const A &all, V value)
{
    if constexpr (width == 32 && A::in_one_step)
        return warp_combine(all, width, lanes.thread(), value);
    const unsigned mine = lanes.lanes();
#pragma unroll
    for (unsigned distance = width / 2; distance > 0; distance /= 2) {
        const V other = all.from_lane(mine, value, distance);
        // A lane behind the last one of a warp reads its own value, one behind its group another group's.
        if (width == 32 || lanes.thread() + distance < width)
            value = all.merge(value, other);
    }
    return value;
}

} // namespace detail

// At the end of a loop of the lanes: the first lane's originals get the result. Behind it, all accesses of the
// lanes in the loop are complete.
template <unsigned width, class T, class... R> ROMP_FN void reduce(lane_group<width, T> lanes, R... items)
{
    const auto all = detail::gather(items...);
    auto value = all.load();
    if (lanes.together()) {
        lanes.barrier();
        value = detail::group_combine(lanes, all, value);
    }
    if (lanes.thread() == 0)
        all.finish(all.before(), value);
}

// Likewise where each lane has originals, with the same values: all get the result, equal to the last bit.
template <unsigned width, class T, class... R> ROMP_FN void reduce_for_all(lane_group<width, T> lanes, R... items)
{
    const auto all = detail::gather(items...);
    auto value = all.load();
    if (lanes.together()) {
        lanes.barrier();
        value = detail::group_combine(lanes, all, value);
        if constexpr (!(width == 32 && decltype(all)::in_one_step))
            value = shuffle_from(lanes.lanes(), value, lanes.first_lane());
    }
    all.finish(all.before(), value);
}

} // namespace romp
#endif
