#define N 64

/* ä𝄞 */ void total(int n, const double *x, double *sum)
{
    #pragma omp target map(to: x[0:n]) map(from: sum[0:1])
    {
        double all = 0;
        #pragma omp parallel for reduction(+: all)
        for (int i = 0; i < n; i++)
            all += x[i];
        sum[0] = all;
    }
}

#define REGION _Pragma("omp target teams loop map(tofrom: x[0:N])")

void twice(double *x)
{
    REGION
    for (int i = 0; i < N; i++)
        x[i] *= 2;
}
