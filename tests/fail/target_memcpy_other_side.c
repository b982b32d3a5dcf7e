// "target_memcpy_other_side.c:10: error: omp_target_memcpy reads 40 bytes: the address is said to be the host's, and is device 0's"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int host = omp_get_initial_device(), a[10] = {0};
    int *p = omp_target_alloc(40, 0);
    omp_target_memcpy(a, p, sizeof a, 0, 0, host, host);
    puts("survived");
}
