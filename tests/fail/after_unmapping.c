// "after_unmapping.c:16: error: " "reads 8 bytes of a[0:n], which is not mapped any more" "a[0:n] was mapped at after_unmapping.c:9, and unmapped at after_unmapping.c:13"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 100;
    double *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
#pragma omp target enter data map(to: a[0:n])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target exit data map(delete: a[0:n])
#pragma omp target teams distribute parallel for map(from: b[0:n])
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    printf("survived %g\n", b[99]);
    return 0;
}
