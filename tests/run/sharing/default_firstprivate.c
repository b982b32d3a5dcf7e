/* default(firstprivate) and default(private), as OpenMP 5.1 has them in C. */
#include "../test.h"

int main(void)
{
    int k = 6, t = 1, a[64];
    int *p = a;

    #pragma omp target data map(from: a)
    {
        #pragma omp target parallel for default(firstprivate)
        for (int i = 0; i < 64; i++) {
            k += 0;
            p[i] = i + k;
        }
    }
    #pragma omp target data map(tofrom: a)
    {
        #pragma omp target parallel for default(private) shared(p)
        for (int i = 0; i < 64; i++) {
            t = i;
            p[i] += t;
        }
    }
    for (int i = 0; i < 64; i++)
        CHECK(a[i] == 2 * i + 6);
    CHECK(k == 6 && t == 1);
    return test_end();
}
