/* Parallel regions inside of a function's worksharing loops, which take the loop variable, scalars and arrays of the
 * loop's body; the function is called by a region's threads and by one thread. */
#include "../test.h"

#pragma omp declare target
static void rows(int *a, int n)
{
    #pragma omp for
    for (int i = 0; i < n; i++) {
        int own[4] = {1, 2, 3, 4}, sum = i;
        #pragma omp parallel num_threads(4)
        {
            #pragma omp for reduction(+: sum)
            for (int j = 0; j < 4; j++) {
                own[j] += i;
                sum += own[j];
            }
        }
        a[i] = sum + own[3];
    }
}

static void counts(int *a, int n)
{
    #pragma omp for collapse(2) schedule(dynamic) ordered
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2; j++) {
            int any = 0;
            #pragma omp parallel num_threads(3) if (i > 1) reduction(|: any)
            {
                any |= 1 << j;
            }
            #pragma omp atomic
            a[i] += any;
        }
}
#pragma omp end declare target

int main(void)
{
    enum { N = 37 };
    int many[N] = {0}, one[N] = {0};
    #pragma omp target map(tofrom: many)
    #pragma omp parallel num_threads(33)
    {
        rows(many, N);
        counts(many, N);
    }
    #pragma omp target map(tofrom: one)
    {
        rows(one, N);
        counts(one, N);
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += many[i] != 10 + 6 * i + 4 + 3 || one[i] != many[i];
    CHECK(wrong == 0);
    return test_end();
}
