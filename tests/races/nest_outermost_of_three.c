// A dependence along the outermost of three collapsed loops alone.
enum { L = 5, M = 6, N = 7 };
int main(void)
{
    static int a[L][M][N];
#ifdef ORDERED
#define BEFORE 0
#else
#define BEFORE 1
#endif
#pragma omp target parallel for collapse(3) map(tofrom: a)
    for (int i = 1; i < L; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < N; k++)
                a[i][j][k] += a[i - BEFORE][j][k] + 1; // RACE
    return a[0][0][0];
}
