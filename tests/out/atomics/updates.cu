// Device code of updates.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

static __device__ void histogram(unsigned int *bins, int bin, unsigned int by)
{
    romp::atomic_add(romp::generic(bins[bin]), by);
}

// updates.c:16: target teams distribute parallel for map(to: in[0:n]) map(from: out[0:n]) map(tofrom: sum[0:1], product[0:1], bins[0:64], used, low)
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
select_positive_1(
    const double *in,
    double *out,
    double *sum,
    float *product,
    unsigned int *bins,
    size_t *used_dev,
    double *low_dev,
    size_t n,
    romp::grid_part part)
{
    size_t &used = *used_dev;
    double &low = *low_dev;
    for (size_t i : romp::one_each(part, romp::below<size_t>(0, n))) {
        /* Where the value goes. */
        if (in[i] > 0) {
            size_t at;
            at = romp::atomic_add(used, 1);
            out[at] = in[i];
        }
        romp::atomic_add(*sum, in[i]);
        romp::atomic_mul<romp::seq_cst>(*product, 1.5f);
        romp::atomic_min(low, in[i]);
        histogram(bins, i % 64, 2);
    }
}

struct relay_1_shared {
    int mine;
};
static_assert(sizeof(relay_1_shared) == 4, "memory is planned for this size: translate again, or check that it suffices");

// updates.c:40: target teams distribute num_teams(teams) map(tofrom: state[0:4], order[0:teams])
// guarded SPMD: thread 0 runs the sequential parts, 128 threads a team, 4 bytes of shared memory
// cycles for each team that forks cost: guarded 896, fork-join 1192
// updates.c:43: not plain SPMD: it writes memory or calls something with side effects
extern "C" __global__ void __launch_bounds__(128)
relay_1(int *state, int *order, int teams)
{
    relay_1_shared &shared = romp::static_shared<relay_1_shared>();
    romp::block_is<128>();
    for (int t : romp::teams_for(0, teams)) {
        if (romp::thread() == 0) {
            shared.mine = romp::atomic_add<romp::acq_rel>(state[0], 1);
            order[shared.mine] = t;
        }
        romp::team_barrier();
        {
            int taken = 1;
            taken = romp::atomic_compare_exchange(state[1], 0, t + 1).equal;
            if (taken) {
                romp::atomic_write(state[2], t);
                romp::flush();
            }
        }
        romp::team_barrier();
    }
}
