// Device code of comments.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

#define WIDTH 16
#define SCALE 2.5  /* of all */

// Twice a number.
static __device__ int twice(int x)
{
    /* no
     * overflow */
    return 2 * x;  // behind
    // at the end
}

// comments.c:22: target teams distribute parallel for map(from: a)
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
main_1(double *a, romp::grid_part part)
{
    // behind the pragma
    for (int i : romp::one_each(part, 0, WIDTH)) {  // of the loop
        double x = SCALE;  // one

        // if it is odd
        if (i & 1)
            x += 1;  /* add */
        else  // even
            x -= 1;
        a[i] = x * /* inner */ twice(i);
        a[i] += twice(i /* of the loop */) /* first */ + WIDTH /* the width */ * twice(/* one less */ i - 1);  // and more
        /* as above */
        int odd = i & 1, both[2] = {/* low */ 1, 2 /* high */};
        /* a pair
           of numbers */
        /* over
           two lines */
        a[i] -= odd * both[i & 1];
        /* less */
        // last
    }
}
