/* A region that functions fork inside another one leaves the loops of that one alone: it is a thread's own, and
 * what gives out iterations belongs to the team. */
#include "../test.h"

#pragma omp declare target
static int inner(int n)
{
    int sum = 0;
    #pragma omp parallel for schedule(dynamic, 2) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += i;
    #pragma omp parallel for ordered schedule(guided) reduction(+: sum)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        sum += i;
    }
    return sum;
}

static void outer(int *counts, int n)
{
    #pragma omp for schedule(dynamic, 3) nowait
    for (int i = 0; i < n; i++) {
        /* Nobody waits for the loops before. */
        #pragma omp atomic
        counts[i]++;
    }
    const int sum = inner(n % 7);
    #pragma omp for schedule(guided) nowait
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        counts[i] += sum - (n % 7) * (n % 7 - 1) + 1;
    }
}
#pragma omp end declare target

int main(void)
{
    enum { most = 200 };
    const int sizes[] = {1, 2, 31, 33, 64, 96};
    for (int s = 0; s < 6; s++) {
        const int size = sizes[s];
        int counts[most] = {0}, after[most] = {0};
        #pragma omp target map(tofrom: counts, after)
        {
            #pragma omp parallel num_threads(size)
            {
                #pragma omp for schedule(dynamic)
                for (int i = 0; i < most; i++)
                    counts[i]++;
                for (int k = 0; k < 3; k++)
                    outer(counts, most);
                #pragma omp barrier
                const int sum = inner(4);
                #pragma omp for schedule(dynamic, 7)
                for (int i = 0; i < most; i++)
                    after[i] += sum;
            }
        }
        for (int i = 0; i < most; i++) {
            CHECK(counts[i] == 7);
            CHECK(after[i] == 12);
        }
    }
    return test_end();
}
