/* A pointer member: map(s.p[0:n]) attaches the device's s.p to the device's section. */
#include "../test.h"

struct vector {
    int n;
    double *p;
};

int main(void)
{
    struct vector v = {200, malloc(200 * sizeof(double))};
    for (int i = 0; i < v.n; i++)
        v.p[i] = i;
    double *before = v.p;

    #pragma omp target teams distribute parallel for map(to: v) map(tofrom: v.p[0:v.n])
    for (int i = 0; i < v.n; i++)
        v.p[i] += 0.5;
    CHECK(v.p == before);

    #pragma omp target data map(tofrom: v) map(tofrom: v.p[0:v.n])
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < v.n; i++)
            v.p[i] *= 2;
    }
    CHECK(v.p == before && v.n == 200);
    for (int i = 0; i < v.n; i++)
        CHECK(before[i] == 2 * i + 1);
    printf("%g\n", v.p[199]);
    free(v.p);
    return test_end();
}
