// "target_freed_mapped.c:10: error: omp_target_free frees a[0:10], which omp_target_alloc did not give" "a[0:10] (40 bytes) was mapped at target_freed_mapped.c:9"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int *a = calloc(10, sizeof *a);
#pragma omp target enter data map(to: a[0:10])
    omp_target_free(omp_get_mapped_ptr(a, 0), 0);
    puts("survived");
}
