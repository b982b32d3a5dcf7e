// "target_memcpy_freed.c:12: error: omp_target_memcpy reads 40 bytes, the one at offset 0 after they were freed: byte 0 of the 40 bytes that omp_target_alloc gave at target_memcpy_freed.c:9"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int host = omp_get_initial_device(), a[10] = {0};
    int *p = omp_target_alloc(40, 0);
    omp_target_memcpy(p, a, sizeof a, 0, 0, 0, host);
    omp_target_free(p, 0);
    omp_target_memcpy_async(a, p, sizeof a, 0, 0, host, 0, 0, NULL);
    puts("survived");
}
