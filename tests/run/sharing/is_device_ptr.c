/* Memory from omp_target_alloc, filled and read by omp_target_memcpy, used through is_device_ptr. */
#include "../test.h"

int main(void)
{
    enum { n = 1000 };
    int device = omp_get_default_device(), host = omp_get_initial_device();
    if (!on_device())
        device = host;
    int a[n], b[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    int *d = omp_target_alloc(n * sizeof *d, device);
    CHECK(d != NULL);
    CHECK(omp_target_memcpy(d, a, n * sizeof *d, 0, 0, device, host) == 0);

    #pragma omp target teams distribute parallel for is_device_ptr(d)
    for (int i = 0; i < n; i++)
        d[i] = d[i] * 2 + 1;

    CHECK(omp_target_memcpy(b, d, n * sizeof *d, 0, 0, host, device) == 0);
    for (int i = 0; i < n; i++)
        CHECK(b[i] == 2 * i + 1);

    /* A device pointer that no clause names keeps its value, since nothing is mapped there. */
    #pragma omp target parallel for
    for (int i = 0; i < n; i++)
        d[i] -= 1;
    CHECK(omp_target_memcpy(b, d, 10 * sizeof *d, 0, 5 * sizeof *d, host, device) == 0);
    for (int i = 0; i < 10; i++)
        CHECK(b[i] == 2 * (i + 5));
    omp_target_free(d, device);
    printf("%d\n", b[9]);
    return test_end();
}
