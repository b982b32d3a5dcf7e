// An element that all iterations of the innermost of two collapsed loops update.
enum { N = 64 };
int main(void)
{
    static int s[N];
    static int m[N][N];
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: s, m)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
#ifdef ORDERED
            m[i][j] += j;
#else
            s[i] += j; // RACE
#endif
    return 0;
}
