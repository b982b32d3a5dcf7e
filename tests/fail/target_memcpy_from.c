// "target_memcpy_from.c:13: error: omp_target_memcpy reads 40 bytes, the one at offset 36 just past the end of a[0:10]" "a[0:10] (40 bytes) was mapped at target_memcpy_from.c:9"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int host = omp_get_initial_device(), b[10], *a = calloc(10, sizeof *a);
#pragma omp target enter data map(to: a[0:10])
    int *p = omp_get_mapped_ptr(a, 0);
    omp_target_memcpy(b, p, 40, 0, 0, host, 0);
    // Four bytes behind the begin.
    omp_target_memcpy(b, p, 40, 0, 4, host, 0);
    puts("survived");
}
