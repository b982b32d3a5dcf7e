// "target_memcpy_rows.c:14: error: omp_target_memcpy_rect writes 8 bytes, the one at offset 0 just past the end of the 64 bytes that omp_target_alloc gave at target_memcpy_rows.c:9"
#include <omp.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    int host = omp_get_initial_device(), a[4][4] = {{0}};
    int *p = omp_target_alloc(64, 0);
    size_t volume[] = {2, 2}, to[] = {2, 0}, from[] = {0, 0}, whole[] = {4, 4};
    omp_target_memcpy_rect(p, a, sizeof(int), 2, volume, to, from, whole, whole, 0, host);
    to[0] = 3;
    // The second row is a fifth one there.
    omp_target_memcpy_rect(p, a, sizeof(int), 2, volume, to, from, whole, whole, 0, host);
    puts("survived");
}
