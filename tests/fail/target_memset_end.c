// "target_memset_end.c:12: error: omp_target_memset writes 41 bytes, the one at offset 40 just past the end of the 40 bytes that omp_target_alloc gave at target_memset_end.c:8"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int *p = omp_target_alloc(40, 0);
    omp_target_memset(p, 1, 40, 0);
    omp_target_memset(p, 1, 0, 0);
    omp_target_memset(p + 10, 1, 0, 0);
    omp_target_memset(p, 1, 41, 0);
    puts("survived");
}
