// expect: R3003 at 7
void f(int n, const int *a, int *b)
{
    #pragma omp target parallel map(to: a[0:n]) map(from: b[0:1])
    {
        int sum = 0;
        #pragma omp for reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += a[i];
        b[0] = sum;
    }
}
