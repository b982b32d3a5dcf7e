/* Host OpenMP beside device regions keeps its meaning: reductions, sections, tasks, critical. */
#include "../test.h"

static int total;
#pragma omp threadprivate(total)

int main(void)
{
    enum { n = 500 };
    int a[n], sum = 0, done[2] = {0}, tasks = 0, most = 0;

    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < n; i++)
        a[i] = i;

    #pragma omp parallel for reduction(+ : sum) schedule(dynamic, 7)
    for (int i = 0; i < n; i++)
        sum += a[i];
    #pragma omp parallel sections
    {
        #pragma omp section
        done[0] = 1;
        #pragma omp section
        done[1] = 1;
    }
    #pragma omp parallel
    {
        total = omp_get_thread_num();
        #pragma omp single
        for (int k = 0; k < 10; k++) {
            #pragma omp task shared(tasks)
            {
                #pragma omp atomic
                tasks++;
            }
        }
        #pragma omp critical
        if (total > most)
            most = total;
    }
    CHECK(sum == n * (n - 1) / 2 && done[0] && done[1] && tasks == 10 && most >= 0);
    printf("%d %d\n", sum, tasks);
    return test_end();
}
