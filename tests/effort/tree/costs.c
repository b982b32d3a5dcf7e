#define N 64

static void raise(double *p)
{
    *p += 1;
}

void advice(int n, const double *x, double *sum)
{
    #pragma omp target teams num_teams(2) map(to: x[0:n]) map(from: sum[0:2])
    {
        double all = 0;
        raise(&all);
        #pragma omp parallel for reduction(+: all)
        for (int i = 0; i < n; i++)
            all += x[i];
        sum[0] = all;
    }
}

void rows(int n, double (*a)[N], double *b, int *kept)
{
    const int table[4] = {3, 1, 2, 0};
    #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n], kept[0:1])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < N; j++)
            b[i] += a[i][j] * table[j % 4];
        #pragma omp critical
        if (b[i] > kept[0])
            kept[0] = b[i];
    }
}

static void later(int *p)
{
    #pragma omp task firstprivate(p)
    *p += 1;
}

void tasks(int n, int *x)
{
    #pragma omp target parallel num_threads(n) map(tofrom: x[0:n])
    #pragma omp single
    for (int i = 0; i < n; i++)
        later(&x[i]);
}
