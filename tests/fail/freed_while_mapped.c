// "freed_while_mapped.c:14: error: the memory of a[0:n] is freed while it is mapped on device 0" "a[0:n] (800 bytes) was mapped at freed_while_mapped.c:11" "target exit data map(delete: a[0:n])"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 100;
    double *a = calloc(n, sizeof *a), *other = calloc(n, sizeof *a);
#pragma omp target data map(tofrom: other[0:n])
    ;
#pragma omp target enter data map(to: a[0:n])
    free(other);
    free(NULL);
    free(a);
    puts("survived");
    return 0;
}
