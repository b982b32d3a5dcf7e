// Iterations of the outermost and of the innermost of three collapsed loops update one element.
enum { L = 5, M = 6, N = 7 };
int main(void)
{
    static int sum[M], cube[L][M][N];
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: sum, cube)
    for (int i = 0; i < L; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < N; k++)
#ifdef ORDERED
                cube[i][j][k] = k;
#else
                sum[j] = k; // RACE
#endif
    return 0;
}
