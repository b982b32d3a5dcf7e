// host: skip (gcc 12 does not know the present modifier)
// `target enter data` and `target exit data` take a zero-length section for the list item that it points into, and
// `present` is checked when a region begins (OpenMP 5.2, 5.8.3).
#include "../test.h"
#include <omp.h>
#include <stdlib.h>

static int count(int *a, int d)
{
    return !on_device() || omp_target_is_present(a, d);
}

int main(void)
{
    int d = omp_get_default_device(), n = 10, none = 0, got = 0;
    int *a = calloc(n, sizeof *a);
    #pragma omp target enter data map(to: a[0:n])
    #pragma omp target exit data map(delete: a[:0])
    a[0] = 5;
    #pragma omp target map(tofrom: a[0:n]) map(from: got)
    got = a[0];
    CHECK(got == 5);

    /* It counts: two times in, two times out. */
    #pragma omp target enter data map(to: a[0:n])
    #pragma omp target enter data map(to: a[:none])
    #pragma omp target exit data map(release: a[0:n])
    CHECK(count(a, d));
    #pragma omp target exit data map(release: a[n - 1:none])
    if (on_device())
        CHECK(!omp_target_is_present(a, d));

    /* Behind the end and where nothing is mapped nothing is found. */
    #pragma omp target enter data map(to: a[0:5])
    #pragma omp target exit data map(delete: a[5:none])
    #pragma omp target exit data map(delete: a[n - 1:none])
    CHECK(count(a, d));
    #pragma omp target exit data map(delete: a[0:5])
    #pragma omp target exit data map(delete: a[0:none])

    /* A region's section is none that another one ends. */
    #pragma omp target enter data map(to: a[0:n])
    #pragma omp target data map(tofrom: a[0:none])
    {
        #pragma omp target map(from: got)
        got = a[0];
        CHECK(got == 5);
    }
    CHECK(count(a, d));
    #pragma omp target exit data map(delete: a[0:n])

    int i = 1;
    #pragma omp target enter data map(alloc: i)
    #pragma omp target data map(present, alloc: i)
    {
        #pragma omp target exit data map(delete: i)
    }
    if (on_device())
        CHECK(!omp_target_is_present(&i, d));
    free(a);
    return test_end();
}
