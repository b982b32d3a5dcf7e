// Device code of comment_words.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

ROMP_COMMON romp::queue_lock romp_critical;

static __device__ void add(int *x)
{
    for (romp::brief_critical section(romp_critical); section.pending();)
        if (section.enter()) {
            x[0] += 1;
        }
}

static __device__ void work(int n, int *x)
{
    // omp threads come here one by one
    add(x);
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

static __device__ void told(int n, int *x)
{
    const romp::orphan_team omp;
    // of a team: omp
    for (int i : romp::team_for(omp, 0, n))
        x[i] += 1;
    omp.barrier();
}

// comment_words.c:29: target map(tofrom: x[0:n])
// fork-join: one thread of the last warp runs the sequential part, up to 993 threads a team, one team
// comment_words.c:32: not guarded SPMD: a called function has constructs of its own, or asks for its threads
extern "C" __global__ void __launch_bounds__(993)
f_1(unsigned team_size, int *x, int n)
{
    romp::start_state(0, team_size);
    if (romp::is_worker()) {
        while (romp::next_region(romp::state().work)) {
            switch (romp::state().work.region) {
            case 1: {
                const romp::team_of<4> omp;
                if (omp.has_me()) {
                    work(n, x);
                }
                break;
            }
            case 2: {
                const romp::first_threads omp2{romp::state().work.size};
                if (omp2.has_me()) {
                    /* no __shared__ variable of this code */
                    if (n < 0)
                        printf("omp __shared__ # // for (\n");
                    told(n, x);
                    int m = ({ const char *s = "http://#"; s[0]; });
                    romp::atomic_add(x[0], m);
                }
                break;
            }
            }
            romp::join();
        }
        return;
    }
    romp::fork_region(1, 4);
    romp::fork_region(2, romp::region_size(n, team_size));
    // for (nothing) {
    #pragma unroll 2
    for (int i = 0; i < 4; i++)
        x[i] += 1;
    romp::finish(romp::state().work);
}
