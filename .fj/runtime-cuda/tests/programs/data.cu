#include "romp/device.cuh"

__device__ int table[4] = {1, 2, 3, 4};
__device__ double *linked;

struct list {
    int n;
    float *values;
    int sum;
};

extern "C" __global__ void read_1(int *got)
{
    for (int i = 0; i < 4; i++)
        got[i] = table[i];
}

extern "C" __global__ void write_2()
{
    table[0] += 1000;
}

extern "C" __global__ void link_3(double *sum)
{
    *sum = linked[0] + linked[1] + linked[2];
}

extern "C" __global__ void total_4(list *s)
{
    s->sum = 0;
    for (int i = 0; i < s->n; i++) {
        s->sum += (int)s->values[i];
        s->values[i] += 1;
    }
}

extern "C" __global__ void members_5(list *s)
{
    s->sum = 10 * s->n;
}

extern "C" __global__ void twice_6(int n, int *x)
{
    for (int i : romp::league_for(0, n))
        x[i] *= 2;
}

extern "C" __global__ void twice_at_7(int *x)
{
    x[7] *= 2;
    x[8] *= 2;
}

extern "C" __global__ void own_8(int *own, int *sum)
{
    *sum = 0;
    for (int i = 0; i < 4; i++)
        *sum += own[i] *= 2;
}

extern "C" __global__ void same_9(int *looked_up, int *given, int *is)
{
    *is = looked_up == given;
}
