#include <omp.h>

int add(int n, double *x)
{
    int device = 0;
    #pragma omp target parallel for map(tofrom: x[0:n], device)
    for (int i = 0; i < n; i++) {
        x[i] += i;
        if (i == 0)
            device = !omp_is_initial_device();
    }
    return device;
}
