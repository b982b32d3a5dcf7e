/* The usual sums. */
double dot(const double *x, const double *y, int n)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n]) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Several variables in one pass. */
void extent(const float *x, int n, float *low, float *high, long *count, _Bool *positive)
{
    float least = x[0], most = x[0];
    long nonzero = 0;
    _Bool all = 1;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) \
        reduction(min: least) reduction(max: most) reduction(+: nonzero) reduction(&&: all)
    for (int i = 0; i < n; i++) {
        if (x[i] < least)
            least = x[i];
        if (x[i] > most)
            most = x[i];
        nonzero += x[i] != 0;
        all = all && x[i] > 0;
    }
    *low = least;
    *high = most;
    *count = nonzero;
    *positive = all;
}

/* A sum for each row, and one over all. */
double rows(const double *a, double *each, int n, int m)
{
    double all = 0;
    #pragma omp target teams distribute map(to: a[0:n * m]) map(from: each[0:n]) reduction(+: all)
    for (int i = 0; i < n; i++) {
        double row = 0;
        #pragma omp parallel for reduction(+: row)
        for (int j = 0; j < m; j++)
            row += a[i * m + j];
        each[i] = row;
        all += row;
    }
    return all;
}

/* One team; a worksharing loop in a parallel region; the bits of an unsigned. */
unsigned team(const unsigned *bits, int n)
{
    unsigned common = ~0u, some = 0;
    #pragma omp target parallel num_threads(95) map(to: bits[0:n]) map(tofrom: common) reduction(|: some)
    {
        #pragma omp for reduction(&: common)
        for (int i = 0; i < n; i++)
            common &= bits[i];
        #pragma omp for nowait
        for (int i = 0; i < n; i++)
            some |= bits[i] & ~common;
    }
    return some;
}

/* An iteration a team: any thread may take it. */
int largest(const int *x, int n)
{
    int most = -1;
    #pragma omp target teams distribute map(to: x[0:n]) reduction(max: most)
    for (int i = 0; i < n; i++)
        most = x[i] > most ? x[i] : most;
    return most;
}
