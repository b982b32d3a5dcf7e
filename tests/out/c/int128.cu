// Device code of int128.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

/* __int128: what C and CUDA C++ have alike, and a sum over teams. */
typedef unsigned __int128 uwide;

struct money {
    int currency;
    __int128 cents;
};
static_assert(sizeof(struct money) == 32 && offsetof(struct money, cents) == 16, "layout");

static __device__ const uwide primes[2] = {3, ((uwide)1 << 127) - 1};

static __device__ uwide times(unsigned long a, unsigned long b)
{
    return (uwide)a * b;
}

// int128.c:19: target teams distribute parallel for map(to: a[0:n]) map(from: high[0:n]) map(tofrom: account[0:1]) reduction(+: sum)
// SPMD, 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
products_1(
    const unsigned long *a,
    unsigned long *high,
    struct money *account,
    uwide *sum_dev,
    int n,
    void *scratch)
{
    uwide &sum = *sum_dev;
    uwide sum_private = 0;
    for (int i : romp::league_stream(0, n)) {
        uwide p = times(a[i], a[n - 1 - i]) % primes[i % 2];
        high[i] = p >> 64;
        sum_private += p;
        if (i == 0)
            account->cents -= 1000000000000;
    }
    romp::reduce_league(scratch, romp::plus(sum, sum_private));
}

// int128.c:33: target map(to: a[0:n]) map(from: most[0:1])
// guarded SPMD: thread 0 runs the sequential parts, 1024 threads a team, one team
// cycles for each team that forks cost: guarded 1052, fork-join 231
// int128.c:40: not plain SPMD: it writes memory or calls something with side effects
// int128.c:33: not fork-join: the last warp would run the sequential part, which leaves regions 992 threads, not 1024
extern "C" __global__ void __launch_bounds__(1024)
greatest_1(const unsigned long *a, __int128 *most, int n, __int128 scale)
{
    romp::block_is<1024>();
    __int128 found = 0;
    __int128 found_private = romp::lowest<__int128>;
    for (int i : romp::team_stream(0, n))
        if (a[i] * scale > found_private)
            found_private = a[i] * scale;
    romp::reduce_to_all(romp::maximum(found, found_private));
    romp::team_barrier();
    if (romp::thread() == 0) {
        *most = found;
    }
}
