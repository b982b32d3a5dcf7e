/* Few teams share long loops: the launch gives them more threads than usual, and all that depends on the number of
 * threads holds: reductions, barriers, arrays of teams and of threads, locks, tasks, sequential parts between. */
#include "../test.h"

enum { TEAMS = 2, N = 5000 };

static int values[TEAMS * N], sums[TEAMS], highest[TEAMS], counted[TEAMS], made[TEAMS], others[TEAMS];

/* Sequential parts between regions, with reductions. */
static void reduce(int teams, int n)
{
#pragma omp target teams distribute map(tofrom : values, sums, highest)
    for (int t = 0; t < teams; t++) {
        int sum = 0, most = -1;
        sums[t] = 0;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            values[t * N + i] = (i * 7 + t) % 1000;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
        for (int i = 0; i < n; i++) {
            sum += values[t * N + i];
            if (values[t * N + i] > most)
                most = values[t * N + i];
        }
        sums[t] += sum;
        highest[t] = most;
    }
}

/* Arrays of the team and of each thread, a barrier, long iterations. */
static void sort_into(int teams, int n, int bins)
{
#pragma omp target teams distribute map(to : values) map(tofrom : counted)
    for (int t = 0; t < teams; t++) {
        int in_bin[40] = {0};
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < n; i++) {
                int own[bins];
                for (int b = 0; b < bins; b++)
                    own[b] = values[t * N + i] % bins == b;
                for (int b = 0; b < bins; b++) {
#pragma omp atomic
                    in_bin[b] += own[b];
                }
            }
#pragma omp single
            for (int b = 0; b < bins; b++)
                counted[t] += in_bin[b] * (b + 1);
        }
    }
}

/* A lock and tasks. */
static void with_tasks(int teams, int n)
{
#pragma omp target teams distribute map(tofrom : made, others)
    for (int t = 0; t < teams; t++) {
        int tasks = 0, held = 0;
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < n; i++) {
                if (i % 64 == 0) {
#pragma omp task shared(tasks)
                    {
#pragma omp atomic
                        tasks++;
                    }
                }
                if (i % 50 == 0) {
#pragma omp critical
                    held++;
                }
            }
        }
        made[t] = tasks;
        others[t] = held;
    }
}

int main(void)
{
    reduce(TEAMS, N);
    sort_into(TEAMS, N, 7);
    with_tasks(TEAMS, N);
    for (int t = 0; t < TEAMS; t++) {
        int sum = 0, bins = 0;
        for (int i = 0; i < N; i++) {
            int value = (i * 7 + t) % 1000;
            sum += value;
            bins += value % 7 + 1;
        }
        CHECK(sums[t] == sum && highest[t] == 999);
        CHECK(counted[t] == bins);
        CHECK(made[t] == (N + 63) / 64 && others[t] == N / 50);
    }
    return test_end();
}
