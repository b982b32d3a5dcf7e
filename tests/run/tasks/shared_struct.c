/* Tasks update variables of the team that lie in the kernel's struct in shared memory, a small one and one that is larger
   than what a kernel may declare: they reach the struct itself, not a copy. */
#include "../test.h"

enum { N = 40, LARGE = 7000 };

static void small(int n, int *made, int *last)
{
#pragma omp target teams distribute map(from : made[0 : 3], last[0 : 3])
    for (int t = 0; t < 3; t++) {
        int tasks = 0, highest[2] = {-1, -1};
#pragma omp parallel num_threads(33)
        {
#pragma omp for
            for (int i = 0; i < n; i++) {
#pragma omp task shared(tasks, highest)
                {
#pragma omp atomic
                    tasks++;
                    if (i == n - 1)
                        highest[1] = i + t;
                }
            }
        }
        made[t] = tasks;
        last[t] = highest[1];
    }
}

static void large(int n, double *sums)
{
#pragma omp target teams distribute map(from : sums[0 : 3])
    for (int t = 0; t < 3; t++) {
        double all[LARGE], sum = 0;
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < LARGE; i++)
                all[i] = i;
#pragma omp single
            for (int i = 0; i < n; i++) {
#pragma omp task shared(all, sum)
                {
                    all[i] += t;
#pragma omp atomic
                    sum += all[i];
                }
            }
        }
        sums[t] = sum + all[n];
    }
}

int main(void)
{
    int made[3], last[3];
    double sums[3];
    for (int n = 0; n <= N; n += N / 2) {
        small(n, made, last);
        large(n, sums);
        for (int t = 0; t < 3; t++) {
            CHECK(made[t] == n);
            CHECK(last[t] == (n > 0 ? n - 1 + t : -1));
            CHECK(sums[t] == n * (n - 1) / 2 + n * t + n);
        }
    }
    return test_end();
}
