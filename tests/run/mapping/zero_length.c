/* Zero-length sections find what is mapped already. */
#include "../test.h"

static void bump(int *p, int n)
{
    #pragma omp target teams distribute parallel for map(alloc: p[0:0])
    for (int i = 0; i < n; i++)
        p[i] += 1;
}

int main(void)
{
    int a[80] = {0}, *p = a, *null = NULL, touched = 0, none = 0;

    #pragma omp target data map(tofrom: a)
    {
        bump(a, 80);
        bump(a + 40, 40);
        #pragma omp target map(tofrom: p[:0])
        p[0] += 100;
        #pragma omp target map(to: p[0:none])
        p[1] += 100;
    }
    for (int i = 0; i < 80; i++)
        CHECK(a[i] == 1 + (i >= 40) + (i < 2 ? 100 : 0));

    #pragma omp target map(tofrom: touched)
    touched = null == NULL;
    CHECK(touched == 1);
    printf("%d %d\n", a[0], a[79]);
    return test_end();
}
