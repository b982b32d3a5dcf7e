// "target_freed_twice.c:11: error: omp_target_free frees the 40 bytes that omp_target_alloc gave at target_freed_twice.c:8 once more" "omp_target_free was called for them at target_freed_twice.c:10 before"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int *p = omp_target_alloc(40, 0);
    omp_target_free(NULL, 0);
    omp_target_free(p, 0);
    omp_target_free(p, 0);
    puts("survived");
}
