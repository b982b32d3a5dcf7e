// The iterations of the innermost loop of a collapsed nest are shared among threads, too.
enum { N = 64 };
int main(void)
{
    static int s[N][N];
#ifdef ORDERED
#define LEFT 0
#else
#define LEFT 1
#endif
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: s)
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            s[i][j] += s[i][j - LEFT] + 1; // RACE
    return s[0][0];
}
