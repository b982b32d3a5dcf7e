// Private copies of the sequential level are the team's: threads write them, the sequential part reads on.
#include "../test.h"

int main(void)
{
    int out[40] = { 0 };
    int x = 5, q = 3;
    int arr[4] = { 1, 2, 3, 4 };

#pragma omp target private(x) map(tofrom: out)
    {
        x = 1;
#pragma omp parallel num_threads(8) shared(x)
        {
            if (omp_get_thread_num() == omp_get_num_threads() - 1)
                x = 50;
        }
        out[0] = x;
    }
    CHECK(out[0] == 50);

#pragma omp target teams firstprivate(q) private(x) map(tofrom: out) num_teams(3)
    {
        x = q;
#pragma omp parallel num_threads(8)
        {
            if (omp_get_thread_num() == omp_get_num_threads() - 1) {
                q += 10 + omp_get_team_num();
                x += q;
            }
        }
        out[1 + omp_get_team_num()] = q;
        out[5 + omp_get_team_num()] = x;
    }
    CHECK(out[1] == 13 && out[5] == 16);

#pragma omp target teams firstprivate(arr) map(tofrom: out) num_teams(2)
    {
#pragma omp parallel for
        for (int i = 0; i < 4; i++)
            arr[i] += i;
        int sum = 0;
        for (int i = 0; i < 4; i++)
            sum += arr[i];
        out[22 + omp_get_team_num()] = sum;
    }
    CHECK(out[22] == 16);

#pragma omp target teams distribute private(x) map(tofrom: out) num_teams(2)
    for (int k = 0; k < 4; k++) {
        x = k;
#pragma omp parallel num_threads(4)
        {
            int me = omp_get_thread_num();
            if (me == omp_get_num_threads() - 1)
                x += 100;
        }
#pragma omp parallel num_threads(4)
        {
            int me = omp_get_thread_num();
            if (me == 0)
                x += 1;
        }
        out[24 + k] = x;
    }
    for (int k = 0; k < 4; k++)
        CHECK(out[24 + k] == k + 101);
    CHECK(x == 5 && q == 3 && arr[3] == 4);
    printf("%d %d %d %d\n", out[0], out[1], out[22], out[27]);
    return test_end();
}
