// Sums that each iteration begins anew are no reductions; those of the whole loop are.
void triangle(int n, double *a, double *out)
{
    double part, most, all = 0;
    #pragma omp target teams distribute parallel for map(from: a[0:n]) map(tofrom: all)
    for (int i = 0; i < n; i++) {
        part = 0;
        for (int j = 0; j < i; j++)
            part += j;
        a[i] = part;
        all += part;
    }
    #pragma omp target parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        most = a[i];
        if (most < i)
            most = i;
        a[i] = most;
    }
    out[0] = all;
}
