/* Variables of inner loops that C shares: one, two, and one that the host reads afterwards. */
int sums(int n, const int *x, int *y)
{
    int i, j, t;
    #pragma omp target teams distribute parallel for map(to: x[0:n * n]) map(from: y[0:n]) private(j) private(t)
    for (i = 0; i < n; i++) {
        y[i] = 0;
        for (j = 0; j < n; j++) {
            t = x[i * n + j];
            y[i] += t;
        }
    }
    return 0;
}

int main(void)
{
    enum { n = 40 };
    int x[n * n], y[n];
    for (int i = 0; i < n * n; i++)
        x[i] = i % 7;
    sums(n, x, y);
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int j = 0; j < n; j++)
            s += x[i * n + j];
        if (y[i] != s)
            return 1;
    }
    return 0;
}
