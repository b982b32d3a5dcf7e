// Device code of comments_of_heads.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define HERE 1  /* not about the code */

ROMP_COMMON romp::queue_lock romp_critical;

static __device__ int g(int a, int b)
{
    if (a > 2) {  // when big
        a = 2;
    }  /* if big */
    else {  /* when small */
        a = 3;
    }  // end of small
    if (b)  /* b set */
        b = 1;  /* b is one */
    else  /* b not set */
        b = 2;  // b is two
    if (a == 1)
        a = 2;
    /* otherwise */
    else if (a == 2 /* two */)  // second
        a = 1;
    do {  /* at least once */
        a += 1;
    } while (a < 5);  /* until five */
    while (b < 4)  /* body below */
        b++;  // next
    for (int i = 0 /* from zero */; i < 3 /* three */; i++ /* by one */) {  // head
        a += i;
    }  // i
    /* any */
    for (int i = 0; i < 3; i++)  // no braces
        a += i;  // body
    /* for ever */
    for (;;) {
        if (a++ > 9)
            break;  // out
        /* kept */
        b = 8;  // as well
    }
    {
        /* bare block */
        a += HERE;
    }  // end bare
    return a + b;
}

// comments_of_heads.c:52: target teams distribute parallel for collapse(2) map(tofrom: x[0:n * n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
f_1(int *x, int n, romp::grid_part part)
{
    /* both
       loops */
    // each row
    for (int i : romp::along_y(part, 0 /* rows */, n))
        for (int j : romp::along_x(part, 0, n /* columns */)) {  // each column
            x[i * n + j] = g(i, j);
        }  // both
}

struct f_2_shared {
    int w[4];  /* shared by
                  all threads */
};
static_assert(sizeof(f_2_shared) == 16, "memory is planned for this size: translate again, or check that it suffices");

// comments_of_heads.c:58: target map(tofrom: x[0:n]) map(tofrom: total)
// guarded SPMD: thread 0 runs the sequential parts, 1024 threads a team, one team, 16 bytes of shared memory
// cycles for each team that forks cost: guarded 3128, fork-join 462
// comments_of_heads.c:62: not plain SPMD: it changes `total`, which the threads of the team share
// comments_of_heads.c:58: not fork-join: the last warp would run the sequential part, which leaves regions 992 threads, not 1024
extern "C" __global__ void __launch_bounds__(1024)
f_2(int *x, int *total_dev, int n)
{
    int &total = *total_dev;
    f_2_shared &shared = romp::static_shared<f_2_shared>();
    if (romp::thread() == 0) {
        // one team
        // region
        if (n > 2) {  // several
            total--;
        }  // if
        else {  // few
            total++;
        }  // else
    }
    romp::team_barrier();
    {
        const romp::team_of<4> omp;
        if (omp.has_me()) {
            // four chains
            for (int c : romp::team_for(omp, 0, 4)) {  // each chain
                shared.w[c] = x[c];  // its sum
                for (romp::brief_critical section(romp_critical); section.pending();)
                    if (section.enter()) {
                        // the maximum
                        // exclusive
                        if (shared.w[c] > total)  // larger
                            total = shared.w[c];  // keep
                    }  // critical
            }  // chains
        }
    }
    romp::team_barrier();
    if (romp::thread() == 0) {
        switch (n) {  // how many
        case 0:  // none
            total = 0;
            break;
        default:  // some
            total += shared.w[1];
        }  // switch
    }
    romp::team_barrier();
    // again
    // all threads
    if (romp::thread() == 0) {
        // just one
        // does it
        x[0] += 1;  // once
    }  // single
    romp::team_barrier();
    if (romp::thread() == 0) {
        // the first
        x[1] += 2;  // then this
    }  // parallel
    romp::team_barrier();
    if (romp::thread() == 0) {
        total *= 2;  // tail
    }
}
