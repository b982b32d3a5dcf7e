// What the regions share, and a value that each thread can compute for itself.
void f(int n, int *x)
{
    #pragma omp target map(tofrom: x[0:n])
    {
        int half = n / 2;
        int last = 0;
        #pragma omp parallel for
        for (int i = 0; i < half; i++)
            x[i] = i;
        last = x[0];
        #pragma omp parallel for
        for (int i = 0; i < half; i++)
            x[i] += last;
    }
}
