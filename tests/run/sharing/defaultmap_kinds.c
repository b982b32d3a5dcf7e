/* defaultmap for aggregates and pointers. */
#include "../test.h"

struct box {
    int v[4];
};

int main(void)
{
    int a[5] = {1, 2, 3, 4, 5}, k = 3, out[5];
    struct box b = {{1, 2, 3, 4}};

    #pragma omp target defaultmap(firstprivate: aggregate) map(from: out)
    {
        for (int i = 0; i < 5; i++) {
            a[i] *= k;
            out[i] = a[i] + b.v[0];
        }
        b.v[0] = 100;
    }
    for (int i = 0; i < 5; i++)
        CHECK(out[i] == (i + 1) * 3 + 1 && a[i] == i + 1);
    CHECK(b.v[0] == 1);

    int *p = a;
    #pragma omp target data map(tofrom: a)
    {
        #pragma omp target defaultmap(default: pointer) defaultmap(tofrom: scalar)
        {
            p[2] = 50;
            k = 9;
        }
    }
    CHECK(a[2] == 50 && k == 9);

    #pragma omp target defaultmap(none: scalar) map(to: k) map(from: out)
    out[0] = k;
    CHECK(out[0] == 9);
    printf("%d %d\n", out[0], a[2]);
    return test_end();
}
