/* Two enters need two exits; delete needs one. */
#include "../test.h"

int main(void)
{
    enum { n = 64 };
    int *a = calloc(n, sizeof *a), device = omp_get_default_device();

    #pragma omp target enter data map(to: a[0:n])
    #pragma omp target enter data map(to: a[0:n])
    #pragma omp target
    a[3] = 30;
    #pragma omp target exit data map(from: a[0:n])
    if (on_device()) {
        CHECK(omp_target_is_present(a, device));
        CHECK(a[3] == 0);
    }
    #pragma omp target exit data map(from: a[0:n])
    CHECK(a[3] == 30);
    if (on_device())
        CHECK(!omp_target_is_present(a, device));

    #pragma omp target enter data map(to: a[0:n])
    #pragma omp target enter data map(alloc: a[0:n])
    #pragma omp target enter data map(to: a[0:n])
    #pragma omp target exit data map(delete: a[0:n])
    if (on_device())
        CHECK(!omp_target_is_present(a, device));

    #pragma omp target enter data map(to: a[0:n])
    #pragma omp target exit data map(release: a[0:n])
    if (on_device())
        CHECK(!omp_target_is_present(a, device));
    printf("%d\n", a[3]);
    free(a);
    return test_end();
}
