// host: skip (gcc 12 refuses it)
/* A list item in more than one map clause (OpenMP 5.2, 5.8.3): the map types are joined. */
#include "../test.h"

int main(void)
{
    int x = 1, y = 0, a[4] = { 1, 2, 3, 4 };
    #pragma omp target map(alloc: x) map(to: x) map(from: y)
    y = x;
    CHECK(y == 1);
    #pragma omp target map(to: a) map(from: a)
    for (int i = 0; i < 4; i++)
        a[i] += x;
    CHECK(a[0] == 2 && a[3] == 5);
    #pragma omp target teams distribute parallel for map(to: x, a) map(tofrom: a)
    for (int i = 0; i < 4; i++)
        a[i] += x;
    CHECK(a[0] == 3 && a[3] == 6);
    return test_end();
}
