/* Worksharing constructs, barriers and masked regions in scope regions, which all threads of the team execute. */
#include "../test.h"

#define N 100

static void orphaned(int *a)
{
    #pragma omp scope
    {
        #pragma omp for
        for (int i = 0; i < N; i++)
            a[i]++;
        #pragma omp single
        a[0] += 10;
    }
}

int main(void)
{
    int a[N] = {0}, b[N] = {0}, sum = 0, own = 0, outer = 0, copies = 0, last = -1;
    #pragma omp target parallel num_threads(33) map(tofrom: a, b, sum, own, outer, copies, last)
    {
        int mine = 1;
        #pragma omp scope reduction(+: outer)
        {
            int seen = mine;
            #pragma omp for
            for (int i = 0; i < N; i++)
                a[i] = i;
            #pragma omp for reduction(+: sum) nowait
            for (int i = 0; i < N; i++)
                sum += a[N - 1 - i];
            #pragma omp barrier
            #pragma omp masked
            own = sum;
            #pragma omp sections lastprivate(last)
            {
                #pragma omp section
                last = 1;
                #pragma omp section
                { last = 2; b[1] = 7; }
            }
            outer += seen;
        }
        #pragma omp scope private(mine)
        {
            #pragma omp scope nowait
            {
                #pragma omp single copyprivate(mine)
                mine = 5;
            }
            #pragma omp atomic
            copies += mine;
            #pragma omp for ordered
            for (int i = 0; i < 5; i++)
                #pragma omp ordered
                b[10 + i] = b[9 + i] + mine;
        }
        orphaned(b);
        #pragma omp scope
        {
            #pragma omp critical
            { mine++; }
            #pragma omp taskgroup
            {
                #pragma omp single nowait
                #pragma omp task
                b[20] = 9;
            }
            #pragma omp barrier
            #pragma omp atomic
            b[21] += b[20];
        }
    }
    CHECK(sum == N * (N - 1) / 2 && own == sum);
    CHECK(outer > 0);
    CHECK(last == 2 && b[1] == 8);
    CHECK(copies == 5 * outer);
    for (int i = 0; i < 5; i++)
        CHECK(b[10 + i] == 5 * (i + 1) + 1);
    CHECK(b[0] == 11 && b[50] == 1);
    CHECK(b[20] == 9 && b[21] == 1 + 9 * outer);
    return test_end();
}
