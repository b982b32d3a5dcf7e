// An index below a row's first is the last of the row before, which another thread writes.
#include <stdio.h>

#define N 16

int main(void)
{
    static double a[N][N];
#ifdef ORDERED
    const int first = 1;
#else
    const int first = 0;
#endif
#pragma omp target map(tofrom : a)
#pragma omp parallel for num_threads(4)
    for (int i = 1; i < N; i++)
        for (int j = first; j < N; j++)
            a[i][j] = a[i][j - 1] + 1; // RACE
    printf("%g\n", a[N - 1][N - 1]);
    return 0;
}
