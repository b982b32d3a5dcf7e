// Advice about the order of loops: what would be collapsed does not depend, and brings neighbours together.
#define N 4096
#define M 64

// A prefix sum, sums, a variable that goes on, and two iterations that write one element.
void dependent(double a[N][M], double *s, double *t)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:N])
    for (int i = 0; i < N; i++)
        for (int j = 1; j < M; j++)
            a[i][j] += a[i][j - 1];
#pragma omp target teams distribute parallel for map(to: a[0:N]) map(tofrom: s[0:N])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s[i] += a[i][j];
    double last = 0;
#pragma omp target teams distribute parallel for map(to: a[0:N]) map(tofrom: s[0:N]) firstprivate(last)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            last = a[i][j] + last;
#pragma omp target teams distribute parallel for map(to: a[0:N]) map(tofrom: t[0:N * M + 3])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < 3; k++)
                t[i * M + j + k] = a[i][j];
}

// Nothing shows a dependence.
void independent(double a[N][M], const int *at, double b[N][M])
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:N])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] += 1;
#pragma omp target teams distribute parallel for map(tofrom: a[0:N]) map(to: at[0:M])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][at[j]] = 1;
    // Pairs.
#pragma omp target teams distribute parallel for map(tofrom: b[0:N])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j += 2)
            b[i][j] = b[i][j + 1];
}

// The translator has chosen the order, and neither one suits both arrays.
void transposed(double a[1024][1024], double b[1024][1024])
{
#pragma omp target teams distribute parallel for collapse(2) map(to: a[0:1024]) map(from: b[0:1024])
    for (int i = 0; i < 1024; i++)
        for (int j = 0; j < 1024; j++)
            b[j][i] = a[i][j];
#pragma omp target teams distribute parallel for map(to: a[0:1024]) map(from: b[0:1024])
    for (int i = 0; i < 1024; i++)
        for (int j = 0; j < 1024; j++)
            b[j][i] = a[i][j];
}

// With a schedule the program decides.
void scheduled(double a[1024][1024])
{
#pragma omp target teams distribute parallel for collapse(2) schedule(static, 1) map(tofrom: a[0:1024])
    for (int j = 0; j < 1024; j++)
        for (int i = 0; i < 1024; i++)
            a[i][j] += 1;
}

// The translator chooses by the text of the loops alone.
static double at(const double *m, int i, int j)
{
    return m[i * 1024 + j];
}

static void put(double *m, int i, int j, double x)
{
    m[i * 1024 + j] = x;
}

void by_calls(const double *a, double *b)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: a[0:1024 * 1024]) map(from: b[0:1024 * 1024])
    for (int j = 0; j < 1024; j++)
        for (int i = 0; i < 1024; i++)
            put(b, i, j, at(a, i, j));
}

extern int omp_get_thread_num(void);

// Chunks that the program observes.
void chunks(float *f, int *who, int n)
{
#pragma omp target teams distribute parallel for schedule(static, 1024) map(tofrom: f[0:n], who[0:n])
    for (int i = 0; i < n; i++) {
        f[i] += 1;
        who[i] = omp_get_thread_num();
    }
#pragma omp target teams distribute parallel for schedule(static, 4) map(tofrom: f[0:n], who[0:n])
    for (int i = 0; i < n; i++) {
        f[i] += 1;
        who[i] = omp_get_thread_num();
    }
}

// Nothing is left to be collapsed; a loop that depends is not.
void small(float b[5][40], float *s)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: b[0:5])
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 40; j++)
            b[i][j] += 1;
#pragma omp target teams distribute parallel for map(to: b[0:5]) map(tofrom: s[0:5])
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 40; j++)
            s[i] += b[i][j];
}
