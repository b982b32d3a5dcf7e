// The body of `distribute` is sequential: it runs once, also where threads stand by for a parallel loop.
#include "../test.h"

#define N 100

int main(void)
{
    int a[N] = { 0 };

#pragma omp target teams num_teams(4) map(tofrom: a)
    {
#pragma omp distribute
        for (int k = 0; k < 10; k++) {
            a[k] += 1;
            if (k == 5)
                a[k]++;
        }
#pragma omp distribute parallel for
        for (int k = 50; k < N; k++)
            a[k] += k;
#pragma omp distribute simd
        for (int k = 10; k < 20; k++)
            a[k] += 3;
    }
    for (int k = 0; k < 10; k++)
        CHECK(a[k] == 1 + (k == 5) && a[10 + k] == 3);
    CHECK(a[99] == 99);

    int last = 0;
#pragma omp target teams num_teams(1) map(tofrom: a, last)
    {
#pragma omp distribute lastprivate(last)
        for (int k = 0; k < 10; k++) {
            a[k] = omp_get_team_num() + 1;
            last = k;
        }
#pragma omp distribute parallel for
        for (int k = 0; k < 10; k++)
            a[k] += k;
    }
    for (int k = 0; k < 10; k++)
        CHECK(a[k] == k + 1);
    CHECK(last == 9);

#pragma omp target teams distribute num_teams(3) map(tofrom: a)
    for (int k = 0; k < 10; k++) {
        a[k]++;
#pragma omp parallel for
        for (int j = 0; j < 9; j++)
            a[10 + k * 9 + j] = j + a[k];
        a[k]++;
    }
    for (int k = 0; k < 10; k++)
        CHECK(a[k] == k + 3 && a[10 + k * 9 + 8] == 8 + k + 2);
    printf("%d %d\n", a[3], a[50]);
    return test_end();
}
