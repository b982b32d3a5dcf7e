#include "solver.h"
#include <omp.h>
#include <string.h>

#pragma omp begin declare target
int square(int i);
#pragma omp end declare target

/* Gives 1 where its region ran on a device. */
int scale(int n, int *x)
{
    int device = strcmp(NAME, "a name") == 0;
    #pragma omp target teams distribute parallel for map(from: x[0:n]) map(tofrom: device)
    for (int i = 0; i < n; i++) {
        x[i] = FACTOR * square(i);
        if (i == 0)
            device = device && !omp_is_initial_device();
    }
    return device;
}
