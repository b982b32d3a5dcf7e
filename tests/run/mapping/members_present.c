// host: skip (gcc 12 does not know two sections of one array in a clause)
// Present is what list items have mapped, not what lies between them or around them (OpenMP 5.2, 5.8.3).
#include "../test.h"
#include <omp.h>

struct point { int x; int y; int between; int z; int n; double *values; };

static void alone(int d)
{
    struct point s = {1, 2, 3, 4, 5, 0};
    #pragma omp target enter data map(to: s.y, s.z)
    if (on_device()) {
        CHECK(!omp_target_is_present(&s.x, d) && omp_target_is_present(&s.y, d));
        CHECK(!omp_target_is_present(&s.between, d) && omp_target_is_present(&s.z, d));
        CHECK(!omp_target_is_present(&s.n, d) && !omp_get_mapped_ptr(&s.between, d));
    }
    s.x = 11, s.y = 12, s.between = 13, s.z = 14;
    #pragma omp target update from(s.between)
    CHECK(s.between == 13);
    #pragma omp target exit data map(from: s.y, s.z)
    CHECK(s.x == 11 && s.between == 13 && (!on_device() || s.y == 2 && s.z == 4));
}

/* The structure around a pointer is on the device with what it points at; it is mapped when a list item says so. */
static void around(int d)
{
    double values[3] = {1, 2, 3};
    struct point s = {1, 2, 3, 4, 3, values};
    int n = 0;
    double sum = 0;
    #pragma omp target enter data map(to: s.values[0:3])
    if (on_device())
        CHECK(omp_target_is_present(values, d) && !omp_target_is_present(&s.n, d));
    s.n = 2;
    #pragma omp target map(tofrom: s.n, n, sum)
    {
        n = s.n;
        s.n = 7;
        for (int i = 0; i < n; i++)
            sum += s.values[i];
    }
    CHECK(n == 2 && s.n == 7 && sum == 3 && s.values == values);
    /* Without a clause the region maps all of it. */
    s.x = 20;
    #pragma omp target map(from: sum)
    {
        sum = s.values[2] + s.x;
        s.y = 21;
    }
    CHECK(sum == 23 && s.y == 21 && s.values == values);
    #pragma omp target exit data map(from: s.values[0:3])
    if (on_device())
        CHECK(!omp_target_is_present(values, d));
    CHECK(values[2] == 3);
}

/* What a section leaves behind when it goes may be mapped anew, in another cut. */
static void outer_parts(int d)
{
    int a[100];
    for (int i = 0; i < 100; i++)
        a[i] = i;
    #pragma omp target enter data map(to: a[0:10], a[50:10])
    #pragma omp target exit data map(delete: a[50:10])
    if (on_device())
        CHECK(omp_target_is_present(&a[9], d) && !omp_target_is_present(&a[50], d));
    int got = 0;
    #pragma omp target map(to: a[55:20]) map(from: got)
    got = a[74];
    CHECK(got == 74);
    #pragma omp target exit data map(delete: a[0:10])
    if (on_device())
        CHECK(!omp_target_is_present(a, d));
}

int main(void)
{
    int d = omp_get_default_device();
    alone(d);
    around(d);
    outer_parts(d);
    return test_end();
}
