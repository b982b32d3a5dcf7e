/* A million iterations through each of the parallel forms. */
#include "../test.h"

int main(void)
{
    enum { n = 1000000 };
    unsigned char *a = calloc(n, 1);

    #pragma omp target data map(tofrom: a[0:n])
    {
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += 1;
        #pragma omp target teams distribute parallel for num_teams(3) thread_limit(64)
        for (int i = 0; i < n; i++)
            a[i] += 2;
        #pragma omp target teams distribute
        for (int i = 0; i < n; i++)
            a[i] += 4;
        #pragma omp target parallel for
        for (int i = 0; i < n; i++)
            a[i] += 8;
        #pragma omp target teams loop
        for (int i = 0; i < n; i++)
            a[i] += 16;
    }
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += a[i] != 31;
    printf("%d\n", wrong);
    CHECK(wrong == 0);
    free(a);
    return test_end();
}
