// romp/worksharing.cuh: which thread of a team executes a `single` region or a section, and how values of one
// thread reach the others.
//
// Every algorithm takes a team (romp/teams.cuh); without one it means all threads of the block. All
// threads of the team call it, in the same order.
#ifndef ROMP_WORKSHARING_CUH
#define ROMP_WORKSHARING_CUH

namespace romp {

// Stands in front of a worksharing construct, for checks: either all threads of a team encounter it, in the same
// order, or none does (OpenMP 5.2, 11).
template <class T, bool = T::is_team> ROMP_FN void encounter_worksharing(T team, source_place at = {})
{
    note_worksharing(team.threads(), at);
}
ROMP_FN void encounter_worksharing(source_place at = {}) { encounter_worksharing(block_team(), at); }

// Whether this thread executes the `turn`th `single nowait`: successive ones go to different warps, to be executed
// at once.
template <class T, bool = T::is_team> ROMP_FN bool single_turn(T team, unsigned turn)
{
    const unsigned warps = (team.threads() + 31) / 32;
    return team.thread() == turn % warps * 32;
}
ROMP_FN bool single_turn(unsigned turn) { return single_turn(block_team(), turn); }

// The sections of this thread. Successive ones go to different warps while there are warps, then to different
// lanes: threads of one warp take turns at code that differs.
template <class T, bool = T::is_team> ROMP_FN auto team_sections(T team, unsigned sections)
{
    const unsigned all = team.threads(), me = team.thread(), warps = all / 32;
    const unsigned first = me < warps * 32 ? me % 32 * warps + me / 32 : me;
    return detail::every(detail::as_range(sections), first, all);
}
ROMP_FN auto team_sections(unsigned sections) { return team_sections(block_team(), sections); }

// An array of variable length, to which there is a pointer.
struct whole_array {
    void *at;
    size_t bytes;
};

namespace detail {

struct alignas(16) copy_buffer {
    char bytes[512];
};
static_assert(sizeof(copy_buffer) == 512, "the translator plans with this size");
// One object for all types: a template, so that kernels without `copyprivate` have none.
template <class> ROMP_TEAM_SHARED copy_buffer copied;

template <class T> ROMP_FN void copy_from_first(T team, void *value, size_t bytes)
{
    char *const own = (char *)value, *const shared = copied<void>.bytes;
    const size_t size = sizeof(copy_buffer);
    for (size_t at = 0; at < bytes; at += size) {
        const size_t part = bytes - at < size ? bytes - at : size;
        if (team.thread() == 0)
            memcpy(shared, own + at, part);
        team.barrier();
        if (team.thread() != 0)
            memcpy(own + at, shared, part);
        // The next values use the same buffer: all threads must have read these.
        team.barrier();
    }
}
template <class T, class V> ROMP_FN void copy_from_first(T team, V &value) { copy_from_first(team, &value, sizeof(V)); }
template <class T> ROMP_FN void copy_from_first(T team, whole_array &value)
{
    copy_from_first(team, value.at, value.bytes);
}

} // namespace detail

// `single copyprivate(values)`, which thread 0 has executed: assigns its values to every thread's variables. All
// threads wait for it.
template <class T, class... V, bool = T::is_team> ROMP_FN void copyprivate(T team, V &&...values)
{
    (detail::copy_from_first(team, values), ...);
}
template <class V, class... W, class = detail::no_team<std::remove_reference_t<V>>> ROMP_FN void copyprivate(V &&first, W &&...rest)
{
    copyprivate(block_team(), first, rest...);
}

} // namespace romp
#endif
