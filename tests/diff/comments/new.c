/* One comment on top,
   of two lines. */
// And another.
#include <math.h> // for what?
/* in between */
#include <stdio.h>
#define STEP 2 // the step
#include <stdlib.h>

// The end.

// How many there are.
#define LIMIT 10 /* rows */
/* Two. */
#define TWICE(x) /* with x */ \
    (2 * (x))

/* What is known. */
static double state[LIMIT]; // all of it

/* Once more. */
void relax(double *x)
{
    #pragma omp target teams distribute parallel for map(x[0:LIMIT])
    for (int i = 0; i < LIMIT; i++)
        x[i] = TWICE(state[i]) + STEP; // and on
}
// That is all.
