#include <math.h>
#include <stdio.h>
#define STEP 2
#include <stdlib.h>

#define LIMIT 10 /* elements */
#define TWICE(x) \
    (2 * (x))

static double state[LIMIT];

void relax(double *x)
{
    #pragma omp target teams distribute parallel for map(x[0:LIMIT])
    for (int i = 0; i < LIMIT; i++)
        x[i] = TWICE(state[i]) + STEP;
}
