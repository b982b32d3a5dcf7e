// expect: R2004 at 6
void f(int n, const int *a, int *b, int s)
{
    #pragma omp target map(to: a[0:n]) map(from: b[0:n])
    {
        #pragma omp scan inclusive(s)
        b[0] = s;
    }
}
