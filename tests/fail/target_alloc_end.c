// "target_alloc_end.c:10: error: " "writes 4 bytes just past the end of the 40 bytes that omp_target_alloc gave at target_alloc_end.c:8"
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a[10] = {0};
    int *p = omp_target_alloc(40, 0);
#pragma omp target map(tofrom: a) is_device_ptr(p)
    a[0] = p[10] = 3;
    printf("survived %d\n", a[3]);
    omp_target_free(p, 0);
}
