// Device code of directions.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// directions.c:3: target teams distribute parallel for map(tofrom: seen[0:hi + 1])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
mark_1(char *seen, int hi, int lo, int step)
{
    for (int i : romp::league_for(romp::downto<int>(hi, lo, step)))
        seen[i] = 1;
}

// directions.c:6: target teams distribute parallel for map(tofrom: seen[0:hi + 1])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
mark_2(char *seen, int hi, int lo)
{
    for (unsigned int i : romp::league_for(romp::until<unsigned int>((unsigned int)lo, (unsigned int)hi)))
        seen[i] = 2;
}

// directions.c:9: target parallel for map(tofrom: seen[0:hi + 1])
// SPMD, 128 or 256 threads a team
// spread over several blocks: the loop cannot observe which threads are one team
extern "C" __global__ void __launch_bounds__(256)
mark_3(char *seen, int hi)
{
    for (short i : romp::league_for(romp::upto<short>(0, 100, 3)))
        seen[i] = 3;
}
