/* Whole arrays of variable length as list items: in functions, in regions, from the host. */
#include "../test.h"

#pragma omp declare target
static double columns(int n, int m, const double in[n][m])
{
    double column[m], total = 0;
    for (int j = 0; j < m; j++)
        column[j] = 0;
    #pragma omp parallel num_threads(n + m)
    {
        #pragma omp for reduction(+: column) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                column[j] += in[i][j];
        #pragma omp barrier
        #pragma omp for reduction(+: total)
        for (int j = 0; j < m; j++)
            total += column[j] * (j + 1);
    }
    return total;
}
#pragma omp end declare target

int main(void)
{
    int n = 41, m = 6;
    double in[n][m], first, second;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            in[i][j] = i - 2 * j;
    #pragma omp target map(to: in) map(from: first, second)
    {
        first = columns(n, m, in);
        second = columns(3, m, in);
    }
    double want = 0, want_second = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            want += in[i][j] * (j + 1);
            want_second += i < 3 ? in[i][j] * (j + 1) : 0;
        }
    CHECK(first == want && second == want_second);

    // Updates that are none of the operator's kind: each thread has a copy.
    int length = m, most[length], least[length];
    for (int j = 0; j < m; j++)
        most[j] = least[j] = 3;
    length = 1;
    #pragma omp target teams distribute parallel for map(to: in) reduction(max: most) reduction(min: least) num_teams(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            const int v = (int)in[i][j];
            if (v > most[j])
                most[j] = v;
            if (v < least[j]) {
                least[j] = 1000;
                least[j] = v;
            }
        }
    int wrong = 0;
    for (int j = 0; j < m; j++)
        wrong += most[j] != n - 1 - 2 * j || least[j] != -2 * j;
    CHECK(wrong == 0);
    return test_end();
}
