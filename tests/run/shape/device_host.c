/* device(omp_get_initial_device()) is the host. */
#include "../test.h"

int main(void)
{
    int where = -1, a[10] = {0};
    int *p = a;

    #pragma omp target device(omp_get_initial_device()) map(from: where)
    where = omp_is_initial_device();
    CHECK(where == 1);

    #pragma omp target teams distribute parallel for device(omp_get_initial_device())
    for (int i = 0; i < 10; i++)
        p[i] = i;
    #pragma omp target device(omp_get_default_device()) map(from: where)
    where = omp_is_initial_device();
    if (getenv("ROMP_EXPECT_DEVICE"))
        CHECK(where == 0);
    for (int i = 0; i < 10; i++)
        CHECK(a[i] == i);
    return test_end();
}
