/* Functions with parallel regions and worksharing, called from `teams distribute`: each call has a team of
 * its own, and regions have as many threads as they ask for. */
#include "../test.h"

#pragma omp declare target
static int deep(int d)
{
    int sum = 0;
    #pragma omp parallel num_threads(5) reduction(+: sum)
    sum += d + 1;
    return sum;
}

static int shared_sum;
static int alone(const int *v, int n)
{
    shared_sum = 0;
    #pragma omp for reduction(+: shared_sum)
    for (int i = 0; i < n; i++)
        shared_sum += v[i];
    return shared_sum;
}

static void doubled(int *v, int n)
{
    #pragma omp for
    for (int i = 0; i < n; i++)
        v[i] *= 2;
    #pragma omp barrier
}
#pragma omp end declare target

int main(void)
{
    enum { N = 30 };
    int parallels[N], rows[N][8], v[10], loops[N], one[1];
    for (int i = 0; i < 10; i++)
        v[i] = i + 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 8; j++)
            rows[i][j] = i + j;
    #pragma omp target teams distribute map(from: parallels)
    for (int i = 0; i < N; i++)
        parallels[i] = deep(i);
    #pragma omp target teams distribute map(tofrom: rows)
    for (int i = 0; i < N; i++)
        doubled(rows[i], 8);
    #pragma omp target teams distribute map(from: one) map(to: v)
    for (int i = 0; i < 1; i++)
        one[i] = alone(v, 10);
    #pragma omp target teams map(from: loops)
    #pragma omp distribute
    for (int i = 0; i < N; i++)
        loops[i] = deep(2 * i);
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        wrong += parallels[i] != 5 * (i + 1) || loops[i] != 5 * (2 * i + 1);
        for (int j = 0; j < 8; j++)
            wrong += rows[i][j] != 2 * (i + j);
    }
    CHECK(wrong == 0);
    CHECK(one[0] == 55);
    return test_end();
}
