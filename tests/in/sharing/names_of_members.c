// Members of the team's memory for one variable: its value for several regions, and the copy of a reduction.
#pragma omp declare target
int state(int n)
{
    int level = n;
    #pragma omp parallel for reduction(+: level)
    for (int i = 0; i < n; i++)
        level += i;
    return level;
}
#pragma omp end declare target

void steps(int n, double *a, double *b)
{
    #pragma omp target map(tofrom: a[0:n], b[0:n])
    {
        for (int round = 0; round < 3; round++) {
            double here = a[0];
            a[1] = state(n);
            #pragma omp parallel for
            for (int i = 1; i < n; i++)
                b[i] += here * round;
            a[0] = b[n - 1];
            here += a[0];
            #pragma omp parallel for
            for (int i = 1; i < n; i++)
                a[i] += here + round;
        }
    }
}

void sums(int n, int *a, int *out)
{
    #pragma omp target teams distribute map(tofrom: a[0:n], out[0:4])
    for (int t = 0; t < 4; t++) {
        int s = 0;
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] += t;
        #pragma omp simd reduction(+: s)
        for (int i = 0; i < 10; i++)
            s += i;
        out[t] = s;
    }
}
