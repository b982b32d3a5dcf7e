// Device code of philosophers.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define FORKS 64

ROMP_COMMON romp::queue_lock romp_critical_table;

struct omp_lock_t {
    alignas(4) unsigned char _x[4];
};
static_assert(sizeof(struct omp_lock_t) == 4, "layout");

struct eat_1_shared {
    struct omp_lock_t fork[FORKS];
};
static_assert(sizeof(eat_1_shared) == 256, "memory is planned for this size: translate again, or check that it suffices");

// philosophers.c:8: target map(tofrom: meals[0:FORKS])
// fork-join: one thread of the last warp runs the sequential part, up to 65 threads a team, one team, 256 bytes of shared memory
// cycles for each team that forks cost: guarded 320, fork-join 111
// philosophers.c:11: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(65)
eat_1(unsigned team_size, int *meals, int rounds)
{
    static_assert(FORKS == 64, "numbers here and in the launch come from this: translate again, or change them, too");
    eat_1_shared &shared = romp::static_shared<eat_1_shared>();
    if (romp::is_worker()) {
        while (romp::next_region()) {
            const romp::first_threads omp{team_size};
            if (omp.has_me()) {
                int left = romp::region::omp_get_thread_num(omp), right = (left + 1) % FORKS;
                for (int i = 0; i < rounds; i++) {
                    for (romp::critical section(romp_critical_table); section.pending();)
                        if (section.enter()) {
                            romp::region::omp_set_lock(&shared.fork[left]);
                            romp::region::omp_set_lock(&shared.fork[right]);
                        }
                    meals[left]++;
                    romp::region::omp_unset_lock(&shared.fork[left]);
                    romp::region::omp_unset_lock(&shared.fork[right]);
                }
            }
            romp::join();
        }
        return;
    }
    for (int i = 0; i < FORKS; i++)
        romp::master::omp_init_lock(&shared.fork[i]);
    romp::fork();
    romp::join();
    romp::finish();
}
