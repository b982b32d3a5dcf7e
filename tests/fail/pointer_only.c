// "pointer_only.c:11: error: " "of the host's memory at a, which is not mapped" "map of a at pointer_only.c:9 maps the pointer, and not what it points to" "map(a[0:n])"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 100;
    double *a = calloc(n, sizeof *a);
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < n; i++)
        a[i] += 1;
    printf("survived %g\n", a[99]);
    return 0;
}
