// expect: R3003 at 7
void f(int n, int *a, int *b)
{
    #pragma omp target teams map(to: a[0:n]) map(tofrom: b[0:1])
    {
        int sum = 0;
        #pragma omp loop reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += a[i];
        #pragma omp atomic
        b[0] += sum;
    }
}
