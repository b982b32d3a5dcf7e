/* Pointers as loop variables. */
#include "../test.h"

struct point {
    int x, y, z;
};

int main(void)
{
    enum { n = 300 };
    int a[n];
    struct point p[n];
    double d[n];
    for (int i = 0; i < n; i++) {
        a[i] = i;
        p[i] = (struct point){i, 2 * i, 3 * i};
        d[i] = 0;
    }
    int *first = a, *last = a + n;
    struct point *q = p;
    double *e = d;

    #pragma omp target teams distribute parallel for map(tofrom: first[0:n])
    for (int *i = first; i < first + n; i++)
        *i *= 2;
    #pragma omp target teams distribute parallel for map(tofrom: q[0:n])
    for (struct point *i = q + n - 1; i >= q; i--)
        i->z = i->x + i->y;
    #pragma omp target teams distribute parallel for map(tofrom: e[0:n])
    for (double *i = e; i < e + n; i += 3)
        *i = (double)(i - e);
    #pragma omp target teams distribute parallel for map(tofrom: first[0:n])
    for (int *i = first; i != first + n; ++i)
        *i += 1;

    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 2 * i + 1);
        CHECK(p[i].z == 3 * i);
        CHECK(d[i] == (i % 3 == 0 ? i : 0));
    }
    printf("%d %d %g %d\n", a[n - 1], p[n - 1].z, d[297], (int)(last - first));
    return test_end();
}
