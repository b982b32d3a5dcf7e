/* Macros of a header, with values of the command line; one that changes between two regions; two that are the same
 * in one file and differ in the other. */
#include "sizes.h"

#define STEP 3

int side_of_sweep(void)
{
    int side = 0;
    #pragma omp target map(from: side)
    side = SIDE;
    return side;
}

void sweep(int *field, int times)
{
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: field[0:AREA])
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++)
            field[AT(r, c)] += STEP * HALO * times;
#undef STEP
#define STEP 5
    #pragma omp target teams distribute parallel for num_teams(STEP) map(tofrom: field[PADDED:AREA - 2 * PADDED])
    for (int i = PADDED; i < AREA - PADDED; i++)
        field[i] += STEP << HALO;
}
