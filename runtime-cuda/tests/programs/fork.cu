#include "romp/device.cuh"
#include "romp/team_memory.cuh"

// Regions of every size, forked in a loop; each has barriers of its own. `out` counts what went wrong.
extern "C" __global__ void __launch_bounds__(1024) sizes_1(int n, const int *sizes, int rounds, int *data, int *out)
{
    __shared__ romp::fork_point work;
    __shared__ int round;
    if (romp::is_worker()) {
        while (romp::next_region(work)) {
            switch (work.region) {
            case 1: {
                const romp::first_threads omp{work.size};
                if (omp.has_me()) {
                    for (int k = 0; k < 3; k++) {
                        data[omp.thread()] = round + k;
                        omp.barrier();
                        if (data[(omp.thread() + 1) % omp.threads()] != round + k)
                            out[omp.thread()]++;
                        omp.barrier();
                    }
                    for (int i : romp::team_for(omp, 0, 100))
                        data[1024 + i]++;
                }
                break;
            }
            case 2: {
                const romp::team_of<33> omp;
                if (omp.has_me()) {
                    data[omp.thread()] = -round;
                    omp.barrier();
                    if (data[32 - omp.thread()] != -round)
                        out[omp.thread()]++;
                }
                break;
            }
            }
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    romp::ready_partial_barrier();
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < n; k++) {
            round = r * n + k;
            romp::fork(work, 1, romp::region_size(sizes[k]));
            romp::join();
            if (romp::workers() >= 33) {
                romp::fork(work, 2, 33);
                romp::join();
            }
        }
    romp::finish(work);
}

// One region of constant size, 1,000 barriers by 33 of the workers.
extern "C" __global__ void __launch_bounds__(128) single_2(int trips, int *data, int *out)
{
    if (romp::is_worker()) {
        while (romp::next_region()) {
            const romp::team_of<33> omp;
            if (omp.has_me())
                for (int k = 0; k < 500; k++) {
                    data[omp.thread()]++;
                    omp.barrier();
                    if (data[(omp.thread() + 1) % 33] != data[omp.thread()])
                        out[omp.thread()]++;
                    omp.barrier();
                }
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    romp::ready_partial_barrier();
    for (int t = 0; t < trips; t++) {
        romp::fork();
        romp::join();
    }
    romp::finish();
}

// All threads run the kernel, with regions of fewer threads between the block's barriers.
extern "C" __global__ void __launch_bounds__(1024) spmd_3(int n, const int *sizes, int *data, int *out)
{
    romp::start_partial_barrier();
    for (int k = 0; k < n; k++) {
        const romp::first_threads omp{(unsigned)sizes[k]};
        if (omp.has_me()) {
            data[omp.thread()] = k;
            omp.barrier();
            if (data[omp.threads() - 1 - omp.thread()] != k)
                out[omp.thread()]++;
            omp.barrier();
        }
        romp::team_barrier();
        const romp::team_of<33> part;
        if (part.has_me()) {
            data[part.thread()] = ~k;
            part.barrier();
            if (data[32 - part.thread()] != ~k)
                out[part.thread()]++;
        }
        romp::team_barrier();
    }
}

// What a function answers, wherever it is called from.
static __device__ __noinline__ void levels(int *at)
{
    using namespace romp::orphaned;
    at[0] = omp_get_level();
    at[1] = omp_get_active_level();
    at[2] = omp_get_thread_num();
    at[3] = omp_get_num_threads();
    at[4] = omp_in_parallel();
    at[5] = omp_get_ancestor_thread_num(-1);
    at[6] = omp_get_ancestor_thread_num(0);
    at[7] = omp_get_ancestor_thread_num(1);
    at[8] = omp_get_ancestor_thread_num(2);
    at[9] = omp_get_team_size(0);
    at[10] = omp_get_team_size(1);
    at[11] = omp_get_team_size(2);
    at[12] = omp_get_team_size(3);
    at[13] = romp::orphaned::omp_get_max_threads();
    at[14] = romp::orphaned::omp_get_thread_limit();
    at[15] = omp_get_max_active_levels();
}

struct shared_of_f {
    int x;
    int *out;
    double v[3];
};

static __device__ void region_of_f(void *at)
{
    shared_of_f &f = *(shared_of_f *)at;
    const romp::orphan_team omp;
    if (omp.thread() == 0)
        f.x++;
    omp.barrier();
    levels(f.out + 16 * omp.thread());
    if (f.x != 8)
        f.out[0] = -100;
    omp.barrier();
}

// An orphaned construct: forks from sequential code, runs alone from inside a region.
static __device__ __noinline__ void f(int *out, int n, bool known)
{
    romp::team_frame<shared_of_f> frame("`f`");
    frame->x = 7;
    frame->out = out;
    frame->v[2] = 1.5;
    if (romp::in_sequential_part())
        romp::fork_orphaned(known ? 1 : 0, known ? nullptr : region_of_f, &*frame, romp::orphaned_size(n));
    else {
        romp::nested_region nested;
        region_of_f(&*frame);
    }
    if (frame->x != 8 || frame->v[2] != 1.5)
        out[0] = -200;
}

extern "C" __global__ void __launch_bounds__(1024) orphans_4(int n, int *out, romp::team_slices slices)
{
    romp::start_state(0);
    if (romp::is_worker()) {
        while (romp::next_region(romp::state().work)) {
            switch (romp::state().work.region) {
            case 0: romp::run_orphaned(); break;
            case 1:
                if (romp::thread() < romp::state().work.size)
                    region_of_f(romp::state().frame);
                break;
            case 2: {
                const romp::first_threads omp{romp::state().work.size};
                if (omp.has_me())
                    f(out + 16 * (200 + omp.thread()), 5, true);
                break;
            }
            }
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    romp::start_team_memory(slices);
    levels(out);
    f(out + 16, n, false);
    f(out + 16 * 100, n, true);
    romp::fork_region(2, romp::orphaned_size(n));
    romp::orphaned::omp_set_num_threads(3);
    levels(out + 16 * 300);
    {
        romp::nested_region alone;
        f(out + 16 * 301, 5, true);
    }
    out[16 * 302] = (int)romp::orphaned_size();
    romp::end_team_memory();
    romp::finish(romp::state().work);
}

// Recursion: each level has variables of its own, checked on the way back.
static __device__ __noinline__ long deep(int depth, int words)
{
    char *const mark = romp::team_mark();
    int *const v = (int *)romp::team_alloc(4ull * words, "the array `v`");
    for (int i = 0; i < words; i++)
        v[i] = depth * 1000 + i;
    long sum = depth ? deep(depth - 1, words) : 0;
    for (int i = 0; i < words; i++)
        sum += v[i] - depth * 1000 == i ? 1 : 1000000;
    romp::team_free(mark);
    return sum;
}

extern "C" __global__ void __launch_bounds__(64) arena_5(int depth, int words, long *out, romp::team_slices slices)
{
    romp::start_state(0);
    if (romp::is_worker()) {
        while (romp::next_region(romp::state().work))
            romp::join();
        return;
    }
    if (!romp::is_master())
        return;
    romp::start_team_memory(slices);
    out[romp::team()] = deep(depth, words) + deep(0, words);
    romp::end_team_memory();
    romp::finish(romp::state().work);
}

// What must never be written, for the emulated device to tell.
extern "C" __global__ void counts_6()
{
    romp::first_threads omp{romp::thread() < 32 ? 64u : 96u};
    omp.barrier();
}

extern "C" __global__ void missing_7()
{
    const romp::team_of<40> omp;
    if (omp.has_me() && omp.thread() != 7)
        omp.barrier();
    romp::team_barrier();
}

extern "C" __global__ void nofinish_8()
{
    __shared__ romp::fork_point work;
    if (romp::is_worker()) {
        while (romp::next_region(work)) {
            if (romp::thread() == 3)
                continue;
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    romp::fork(work, 1, 32);
    romp::join();
    romp::finish(work);
}
