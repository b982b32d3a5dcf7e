// "target_memcpy_to.c:10: error: omp_target_memcpy writes 44 bytes, the one at offset 40 just past the end of the 40 bytes that omp_target_alloc gave at target_memcpy_to.c:9"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int host = omp_get_initial_device(), a[11] = {0};
    int *p = omp_target_alloc(40, 0);
    omp_target_memcpy(p, a, sizeof a, 0, 0, 0, host);
    puts("survived");
    omp_target_free(p, 0);
}
