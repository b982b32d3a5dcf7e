// Two buffers that change places: no thread reads one before all have written it, but for `nowait`.
#include <stdio.h>

#define N 64
#ifdef ORDERED
#define NOWAIT
#else
#define NOWAIT nowait
#endif

int main(void)
{
    static double a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 5;
#pragma omp target map(tofrom : a, b)
#pragma omp parallel num_threads(4)
    {
        double *from = a, *to = b;
        for (int step = 0; step < 4; step++) {
#pragma omp for NOWAIT
            for (int i = 1; i < N - 1; i++)
                to[i] = (from[i - 1] + from[i + 1]) / 2; // RACE
            double *other = from;
            from = to;
            to = other;
        }
    }
    printf("%g\n", a[N / 2]);
    return 0;
}
