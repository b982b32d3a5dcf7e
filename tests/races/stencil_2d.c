// A point and its four neighbours, in place.
enum { N = 24 };
int main(void)
{
    static double a[N][N], b[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = i + j;
#ifdef ORDERED
#define TO b
#else
#define TO a
#endif
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, b)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            TO[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4; // RACE
    // ADVICE: put the results into a second array
    return b[0][0] != 0;
}
