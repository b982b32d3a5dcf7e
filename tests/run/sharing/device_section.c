// host: skip
/* Sections in `use_device_addr` and `has_device_addr`: through pointers, and of arrays. */
#include "../test.h"

int main(void)
{
    double *p = malloc(8 * sizeof *p);
    int a[6];
    for (int i = 0; i < 8; i++)
        p[i] = i;
    for (int i = 0; i < 6; i++)
        a[i] = i;

    #pragma omp target data map(tofrom: p[0:8], a) use_device_addr(p[0:8], a)
    {
        #pragma omp target has_device_addr(p[0:8])
        p[3] = 33;
        #pragma omp target teams distribute parallel for has_device_addr(p[2:6], a)
        for (int i = 2; i < 6; i++) {
            p[i] += a[i];
            a[i]++;
        }
    }
    CHECK(p[1] == 1 && p[2] == 4 && p[3] == 36 && p[5] == 10 && p[6] == 6);
    CHECK(a[1] == 1 && a[2] == 3 && a[5] == 6);
    printf("%g %d\n", p[3], a[5]);
    free(p);
    return test_end();
}
