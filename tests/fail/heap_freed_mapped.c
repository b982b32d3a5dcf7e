// "heap_freed_mapped.c:11: error: " "frees a[0:10], which malloc did not give" "a[0:10] (40 bytes) was mapped at heap_freed_mapped.c:8"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(10, sizeof *a);
#pragma omp target map(tofrom: a[0:10])
    {
        a[0] = 1;
        free(a);
    }
    printf("survived %d\n", a[0]);
}
