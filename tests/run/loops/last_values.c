/* What `simd` loops leave in iteration variables that are declared in front of them, in the region or outside. */
#include "../test.h"

/* Of a function: its own variable, by whatever threads call it. */
static int in_function(int n, int *a)
{
    int i = -1;
    #pragma omp parallel for simd
    for (i = 0; i < n; i++)
        a[i]++;
    return i;
}

int main(void)
{
    enum { n = 1003 };
    static int a[n];
    int got[16], k = -3;
    for (int i = 0; i < 16; i++)
        got[i] = -9;

    #pragma omp target map(tofrom: got, a) firstprivate(k)
    {
        int i = -1, j = -1;
        #pragma omp parallel for simd
        for (i = 0; i < n; i++)
            a[i]++;
        got[0] = i;
        #pragma omp parallel for simd collapse(2) num_threads(33)
        for (i = 0; i < 10; i++)
            for (j = 0; j < 7; j += 2)
                a[7 * i + j]++;
        got[1] = i, got[2] = j;
        #pragma omp parallel num_threads(95)
        {
            #pragma omp for simd schedule(dynamic, 3)
            for (i = 50; i > -2; i -= 3)
                a[i + 2]++;
            #pragma omp single
            got[3] = i;
            /* Counts with the same variable, and starts anew. */
            #pragma omp for simd nowait
            for (i = 0; i < n; i++)
                a[i]++;
        }
        got[4] = i;
        /* The host's variable; the region has its value. */
        #pragma omp parallel for simd
        for (k = 0; k < 20; k++)
            a[k]++;
        got[5] = k;
        #pragma omp simd
        for (i = 0; i < 9; i++)
            a[i]++;
        got[6] = i;
        #pragma omp simd collapse(2)
        for (i = 0; i < 9; i++)
            for (j = 0; j < 4; j++)
                a[4 * i + j]++;
        got[7] = 100 * i + j;
        got[8] = in_function(n, a);
        int *const at = &i;
        #pragma omp parallel for simd num_threads(2)
        for (i = 0; i < 77; i++)
            a[i]++;
        got[9] = *at;
    }
    const int want[] = {n, 10, 8, -4, n, 20, 9, 904, n, 77};
    for (int i = 0; i < 10; i++)
        CHECK(got[i] == want[i]);

    /* Each thread's own variable: one thread at a time has the loop. */
    int right = 0;
    #pragma omp target parallel num_threads(33) map(tofrom: right, a)
    {
        int i, mine[2];
        #pragma omp simd
        for (i = 0; i < n; i++)
            mine[i % 2] = 1;
        #pragma omp atomic
        right += i == n;
    }
    CHECK(right == 33);

    int of_team[4] = {-1, -1, -1, -1};
    #pragma omp target teams num_teams(1) map(tofrom: of_team, a)
    {
        int i = -1;
        #pragma omp distribute simd
        for (i = 0; i < 9; i++)
            a[i]++;
        of_team[0] = i;
        #pragma omp distribute parallel for simd
        for (i = 0; i < 19; i++)
            a[i]++;
        of_team[1] = i;
        #pragma omp distribute parallel for simd
        for (i = 0; i < n; i++)
            a[i]++;
        of_team[2] = i;
    }
    CHECK(of_team[0] == 9 && of_team[1] == 19 && of_team[2] == n);

    /* Mapped, and the construct's own. */
    int m = -1;
    #pragma omp target teams distribute parallel for simd map(tofrom: m, a)
    for (m = 0; m < n; m++)
        a[m]++;
    CHECK(m == n);
    return test_end();
}
