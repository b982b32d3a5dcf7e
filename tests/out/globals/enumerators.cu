// Device code of enumerators.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define WIDTH 8

// Enumeration constants whose values are other ones: by name where the definitions of these are in the output, and stand
// in front.
enum base : int { FIRST, SECOND = 4, THIRD };

enum more : int { LOW = SECOND, HIGH = LOW + 2, BOTH = FIRST | HIGH, NEGATIVE = -HIGH, SIZE = 8 };
enum last : int { OF_HIDDEN = 3, OF_BASE = THIRD - SECOND };

enum wide : int { NARROW = 8, WIDE = NARROW * 2, MIXED = WIDE + WIDTH };
static_assert(NARROW == WIDTH, "a number here was computed from this: translate again, or change it, too");

// enumerators.c:12: target teams distribute parallel for map(tofrom: a[0:n])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
fill_1(int *a, int n)
{
    for (int i : romp::league_for(0, n))
        a[i] = i % BOTH + HIGH + LOW + NEGATIVE + SIZE + OF_HIDDEN + OF_BASE + WIDE + MIXED + THIRD;
}
