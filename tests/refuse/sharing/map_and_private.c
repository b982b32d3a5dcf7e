// expect: R3003|R2003|R5001 at 5
void f(int n, int *a)
{
    int k = 0;
    #pragma omp target map(tofrom: k) private(k) map(tofrom: a[0:n])
    a[0] = k = n;
}
