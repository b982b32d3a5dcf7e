// "called_access.c:6: error: " "thread 63: reads 8 bytes just past the end of u[0:n]" "in get, called by lap at called_access.c:9, called by the region of called_access.c:17 at called_access.c:19" "u[0:n] (512 bytes) was mapped at called_access.c:17"
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static double get(const double *v, int i) { return v[i]; }
static double lap(const double *v, int i)
{
    return get(v, i + 1) - get(v, i);
}
#pragma omp end declare target

int main(void)
{
    int n = 64;
    double *u = calloc(n, sizeof *u), *v = calloc(n, sizeof *v);
#pragma omp target teams distribute parallel for map(to: u[0:n]) map(from: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] = lap(u, i);
    printf("survived %g\n", v[3]);
    return 0;
}
