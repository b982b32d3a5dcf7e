#include <stdio.h>
@DEFINITION@
#define N 64
static double a[N * M];
int main(void)
{
#pragma omp target teams distribute map(tofrom: a)
    for (int r = 0; r < N; r++) {
        double row[M];
        double s = r;
#pragma omp parallel for
        for (int j = 0; j < M; j++)
            row[j] = r + j;
#pragma omp parallel for
        for (int j = 0; j < M; j++)
            a[r * M + j] = row[M - 1 - j] + s;
    }
    double t = 0;
    for (int i = 0; i < N * M; i++)
        t += a[i];
    printf("sum %.1f\n", t);
    return 0;
}
