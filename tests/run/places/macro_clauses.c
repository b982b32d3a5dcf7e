/* Macros inside clauses. */
#include "../test.h"

#define N 128
#define TEAMS 4
#define SECTION(p) p[0:N]
#define MAP_ALL map(to: SECTION(a)) map(from: SECTION(b))
#define DIRECTION tofrom

int main(void)
{
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(2 * N) MAP_ALL
    for (int i = 0; i < N; i++)
        b[i] = a[i] * TEAMS;
    #pragma omp target teams distribute parallel for map(DIRECTION: SECTION(b)) schedule(static, TEAMS / 2)
    for (int i = 0; i < N; i++)
        b[i] += 1;
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 4 * i + 1);
    printf("%d\n", b[N - 1]);
    free(a);
    free(b);
    return test_end();
}
