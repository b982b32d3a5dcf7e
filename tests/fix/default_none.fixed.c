/* Variables that `default(none)` and `defaultmap(none)` want named. */
int scaled(int n, double a, const double *x, double *y)
{
    int limit = 10;
    #pragma omp target map(to: x[0:n]) map(tofrom: y[0:n])
    #pragma omp parallel for default(none) firstprivate(n) firstprivate(limit) firstprivate(a) shared(x) shared(y)
    for (int i = 0; i < n; i++)
        if (i < limit)
            y[i] += a * x[i];
    return 0;
}

int table(int n)
{
    int t[4] = {1, 2, 3, 4};
    int r[4];
    #pragma omp target defaultmap(none) firstprivate(n) map(to: t) map(tofrom: r)
    for (int i = 0; i < n; i++)
        r[i] = 2 * t[i];
    return r[3];
}

int main(void)
{
    double x[20], y[20];
    for (int i = 0; i < 20; i++)
        x[i] = i, y[i] = 1;
    scaled(20, 2, x, y);
    return y[9] != 19 || y[10] != 1 || table(4) != 8;
}
