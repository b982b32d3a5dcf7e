/* Loops of the league one after another in a single team: each sees all that the one before wrote. */
#include "../test.h"

enum { N = 500 };

static int a[N], b[N], c[N];

#pragma omp declare target
static int turned(int i) { return N - 1 - i; }
#pragma omp end declare target

int main(void)
{
    int n = N;
    // Three loops in a row.
#pragma omp target teams num_teams(1) thread_limit(96) map(from : a, b, c)
    {
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = 3 * i;
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[turned(i)] + 1;
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            c[i] = b[(i + 33) % N] + a[(i * 7) % N];
    }
    for (int i = 0; i < N; i++)
        CHECK(c[i] == 3 * turned((i + 33) % N) + 1 + 3 * ((i * 7) % N));

    // In a sequential loop: a step of a wave after the other. As many teams as the program says: one.
    int teams = 1;
#pragma omp target teams num_teams(teams) map(tofrom : a, b)
    for (int step = 0; step < 20; step++) {
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[(i + 1) % N] + 1;
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = b[(i + 2) % N];
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 3 * ((i + 60) % N) + 20);

    // `distribute` and `loop` without `parallel`.
#pragma omp target teams num_teams(1) map(from : a, b, c)
    {
#pragma omp distribute
        for (int i = 0; i < n; i++)
            a[i] = i * i;
#pragma omp distribute
        for (int i = 0; i < n; i++)
            b[turned(i)] = a[i];
#pragma omp loop bind(teams)
        for (int i = 0; i < n; i++)
            c[i] = b[i] - a[turned(i)];
    }
    for (int i = 0; i < N; i++)
        CHECK(b[i] == turned(i) * turned(i) && c[i] == 0);

    // Regions between them.
    int sum = 0;
#pragma omp target teams num_teams(1) map(tofrom : a, sum) map(from : b)
    {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma omp distribute parallel for reduction(+ : sum)
        for (int i = 0; i < n; i++)
            sum += b[i] = a[turned(i)] * 2;
#pragma omp parallel for num_threads(33)
        for (int i = 0; i < n; i++)
            a[i] = b[(i + 100) % N];
    }
    CHECK(sum == N * (N - 1));
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * turned((i + 100) % N));
    return test_end();
}
