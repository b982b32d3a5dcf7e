// "target_alloc_after_free.c:12: error: " "writes 4 bytes after they were freed: byte 4 of the 40 bytes that omp_target_alloc gave at target_alloc_after_free.c:7" "omp_target_free was called at target_alloc_after_free.c:9"
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int *p = omp_target_alloc(40, 0);
    int *q = p;
    omp_target_free(p, 0);
    int *r = omp_target_alloc(40, 0);
#pragma omp target is_device_ptr(q, r)
    q[1] = r[1] = 3;
    omp_target_free(r, 0);
    puts("survived");
}
