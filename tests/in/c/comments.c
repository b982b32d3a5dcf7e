/* Comments and constants' names in the CUDA file. */
#include <stdio.h>

#define WIDTH 16
#define SCALE 2.5 /* of all */

#pragma omp declare target
// Twice a number.
static int twice(int x)
{
    /* no
     * overflow */
    return 2 * x; // behind
    // at the end
}
#pragma omp end declare target

int main(void)
{
    double a[WIDTH];
    // before the region
    #pragma omp target teams distribute parallel for map(from: a)
    // behind the pragma
    for (int i = 0; i < WIDTH; i++) { // of the loop
        double x = SCALE; // one

        // if it is odd
        if (i & 1)
            x += 1; /* add */
        else // even
            x -= 1;
        a[i] = x * /* inner */ twice(i);
        a[i] += twice(i /* of the loop */) + // first
                WIDTH /* the width */ * twice(/* one less */ i - 1); // and more
        int odd = i & 1, /* as above */
            both[2] = { /* low */ 1, 2 /* high */ }; /* a pair
            of numbers */
        a[i] -= odd * both[/* over
            two lines */ i & 1]; /* less */
        // last
    }
    printf("%g\n", a[3]);
    return 0;
}
