// Device code of jumps.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

static __device__ int parse(const char *s)
{
    int value = 0;
    if (!*s)
        goto out;
    int sign;
    sign = *s == '-' ? -1 : 1;
    for (s += sign < 0; *s; s++)
        switch (*s) {
        case 48: case 49: case 50: case 51: case 52: case 53: case 54: case 55:
        case 56: case 57:
            value = value * 10 + (*s - '0');
            break;
        case '_':
            continue;
        default:
            goto out;
        }
    value *= sign;
out:
    return value;
}

// jumps.c:26: target teams distribute parallel for map(to: words[0:n]) map(from: values[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
parse_all_1(const char (*words)[16], int *values, int n, romp::grid_part part)
{
    for (int i : romp::one_each(part, 0, n))
        values[i] = parse(words[i]);
}
