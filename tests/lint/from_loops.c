// What loops read first, of what `map(from: ...)` brings no value of.
void loops(int n, int m, const double *w, double *x, double *y, double *z)
{
    #pragma omp target map(from: x[0:n])
    {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += x[i];
        for (int i = 0; i < n; i++)
            x[i] = s;
    }
    #pragma omp target map(from: y[0:n])
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++)
            y[i] += k;
        y[i] = 2 * y[i];
    }
    #pragma omp target map(from: z[0:n]) map(to: w[0:m])
    for (int i = 0; i < n; i++) {
        double s = 0;
        int k = 0;
        do
            s += w[k] * z[i];
        while (++k < m);
        z[i] = s;
    }
}
