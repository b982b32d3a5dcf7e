// "target_memcpy_side.c:10: error: omp_target_memcpy writes 40 bytes: the address is said to be the device's, and is not in the memory of device 0" "omp_get_initial_device()"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int a[10] = {0}, b[10] = {0};
    int *p = omp_target_alloc(40, 0);
    omp_target_memcpy(a, b, sizeof a, 0, 0, 0, omp_get_initial_device());
    printf("survived %p\n", (void *)p);
}
