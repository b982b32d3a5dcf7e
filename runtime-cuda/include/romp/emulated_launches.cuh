// romp/emulated_launches.cuh: compares, on the emulated device, what a launch brings with what its kernel uses: threads for
// the loops of a nest, dynamic shared memory, scratch memory. A GPU would leave iterations out, or overwrite other memory.
#ifndef ROMP_EMULATED_LAUNCHES_CUH
#define ROMP_EMULATED_LAUNCHES_CUH

namespace romp {

// What romp_emulated_launch_has is asked for.
enum { launch_dynamic_shared, launch_scratch, launch_empty_loops };

// Ends the program if the grid has fewer threads along a dimension (x, y, z, or 1: of a single loop) than a loop has
// iterations, of which each needs one (romp/nests.cuh). The grid of a nest with an empty loop counts none of its loops.
ROMP_CODE __attribute__((cold)) void grid_too_small(char dimension, unsigned long long trips, unsigned long long threads)
{
    if (dimension != '1' && romp_emulated_launch_has(launch_empty_loops) != 0)
        return;
    const char name[] = {'a', 'l', 'o', 'n', 'g', '_', dimension, '\0'};
    char why[400];
    snprintf(why, sizeof why,
             "romp::%s counts %llu iterations, and the launch's grid has %llu threads for them, of which each executes one "
             "at most: the others would not be executed on a GPU. romp_iterations(n) in the launch, one for each loop, "
             "outermost first, has to count what the loop counts",
             dimension == '1' ? "one_each" : name, trips, threads);
    romp_emulated_fail(why);
}
template <char dimension> ROMP_FN void grid_covers(unsigned long long trips, unsigned turns = 1)
{
    using emulated::here;
    const unsigned long long threads = dimension == 'z'   ? here.teams / here.grid_x / here.grid_y
                                       : dimension == 'y' ? (unsigned long long)here.grid_y * (here.threads / here.block_x)
                                                          : (unsigned long long)here.grid_x * here.block_x;
    if (trips > threads * turns)
        grid_too_small(dimension, trips, threads);
}

// Dynamic shared memory, whose size the launch specifies: as much as a block of the largest GPU has.
struct alignas(16) dynamic_room {
    unsigned char bytes[227 << 10];
};
template <class> __shared__ dynamic_room dynamic_memory;
// Objects of checked images are larger than the launch says, because of their gaps.
template <class T> __shared__ T dynamic_object;

// Ends the program if the object that the kernel has there is larger than what the launch specifies, or that is larger
// than on any GPU.
ROMP_CODE void dynamic_fits(unsigned long long object)
{
    const unsigned long long given = romp_emulated_launch_has(launch_dynamic_shared);
    char why[256];
    if (object > given) {
        snprintf(why, sizeof why,
                 "romp::dynamic_shared is asked for an object of %llu bytes, and the launch has %llu bytes of dynamic shared "
                 "memory: romp_dynamic_shared(n) in the launch says how many",
                 object, given);
        romp_emulated_fail(why);
    }
    if (given > sizeof(dynamic_room)) {
        snprintf(why, sizeof why,
                 "the launch's romp_dynamic_shared asks for %llu bytes, and no GPU has more than %zu bytes of shared memory "
                 "for a team",
                 given, sizeof(dynamic_room));
        romp_emulated_fail(why);
    }
#ifdef __SANITIZE_ADDRESS__
    // What lies behind it may not be accessed.
    static thread_local unsigned long long marked = ~0ull;
    static thread_local char members[64];
    if (marked == given)
        return;
    marked = given;
    snprintf(members, sizeof members, "0 %llu dynamic shared memory@;", given);
    romp_emulated_set_apart(&dynamic_memory<void>, sizeof(dynamic_room), nullptr);
    romp_emulated_set_apart(&dynamic_memory<void>, sizeof(dynamic_room), members);
#endif
}
template <class T> ROMP_FN T &dynamic_shared()
{
    if constexpr (is_apart<T> || sizeof(T) > sizeof(dynamic_room)) {
        return dynamic_object<T>;
    } else {
        dynamic_fits(sizeof(T));
        return *(T *)&dynamic_memory<void>;
    }
}

// Ends the program if the launch brings fewer bytes of scratch memory for each team than a team leaves there.
ROMP_CODE void scratch_holds(unsigned long long bytes)
{
    const unsigned long long given = romp_emulated_launch_has(launch_scratch);
    if (bytes <= given)
        return;
    char why[256];
    snprintf(why, sizeof why,
             "the results of a team take %llu bytes of scratch memory, and the launch brings %llu for each team: "
             "romp_scratch(n) in the launch needs 16 bytes for each list item of the reduction, more for larger types",
             bytes, given);
    romp_emulated_fail(why);
}

} // namespace romp
#endif
