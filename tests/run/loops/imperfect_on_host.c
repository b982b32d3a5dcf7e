// host: skip
/* Loops of the host alone with statements between collapsed loops: stock compilers of OpenMP 5.0 take no such nests. */
#include "../test.h"

#define N 7

static int a[N][N], rows[N], sum, last;
static int j;

static void between(void)
{
    #pragma omp parallel for collapse(2) /* all pairs */ schedule(static, 2)
    for (int i = 0; i < N; i++) {
        int twice = 2 * i; /* before */
        for (j = 0; j < N; j++)
            a[i][j] = twice + j;
        /* behind */
        if (i & 1)
            rows[i] += 1;
        else {
            rows[i] += 2;
        }
    }
}

static void three(void)
{
    int k;
    #pragma omp parallel for collapse(3) reduction(+: sum) lastprivate(last)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int f[2] = { i, j };
            for (k = 0; k < 2; k++)
            {
                sum += f[k];
                last = 100 * i + 10 * j + k;
            }
        }
}

static void perfect(void)
{
    #pragma omp parallel for collapse(2)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i][j] += 1;
            rows[i] += 0 * j;
        }
    }
}

int main(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    x = 5;
    between();
    CHECK(a[3][4] == 10 && rows[3] == 1 && rows[4] == 2);
    three();
    CHECK(sum == 2 * N * N * (N - 1) / 2 && last == 661);
    perfect();
    CHECK(a[3][4] == 11 && x == 5);
    return test_end();
}
