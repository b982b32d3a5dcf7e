// Advice about loops that teams share, with loops in them that threads share: whose neighbours should be neighbouring.
#define N 1024
#define M 32768

// Columns: threads for the columns would access rows.
void columns(double a[N][M], double *s)
{
#pragma omp target teams distribute map(tofrom: a[0:N]) map(tofrom: s[0:M])
    for (int j = 0; j < M; j++) {
        double f = s[j] * s[j];
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            a[i][j] += f;
        s[j] = f;
    }
}

// A sum of each column, of which the number is not known.
void sums(int n, int m, const double *a, double *s)
{
#pragma omp target teams distribute map(to: a[0:n * m]) map(from: s[0:m])
    for (int j = 0; j < m; j++) {
        double sum = 0;
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += a[i * m + j];
        s[j] = sum;
    }
}

// Rows are right as they are.
void rows(double a[N][M], double *s)
{
#pragma omp target teams distribute map(to: a[0:N]) map(from: s[0:N])
    for (int i = 0; i < N; i++) {
        double sum = 0;
#pragma omp parallel for reduction(+: sum)
        for (int j = 0; j < M; j++)
            sum += a[i][j];
        s[i] = sum;
    }
}

// Too few columns for threads, a second region, and threads that ask who they are.
extern int omp_get_thread_num(void);
void others(double a[N][64], double b[N][M], double *s, int *who)
{
#pragma omp target teams distribute map(to: a[0:N]) map(from: s[0:64])
    for (int j = 0; j < 64; j++) {
        double sum = 0;
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < N; i++)
            sum += a[i][j];
        s[j] = sum;
    }
#pragma omp target teams distribute map(to: b[0:N]) map(from: s[0:M])
    for (int j = 0; j < M; j++) {
        double sum = 0, more = 0;
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < N; i++)
            sum += b[i][j];
#pragma omp parallel for reduction(+: more)
        for (int i = 0; i < N; i++)
            more += b[i][j] * sum;
        s[j] = more;
    }
#pragma omp target teams distribute map(to: b[0:N]) map(from: s[0:M], who[0:M])
    for (int j = 0; j < M; j++) {
        double sum = 0;
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < N; i++) {
            sum += b[i][j];
            who[j] = omp_get_thread_num();
        }
        s[j] = sum;
    }
}
