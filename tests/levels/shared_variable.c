// A variable of the sequential part that the threads of the region share lies in shared memory.
void f(int n, const double *x, double *sum)
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
