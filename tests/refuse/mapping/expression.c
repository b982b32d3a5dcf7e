// expect: R2002|R3001|R5001 at 4
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a + n)
    a[0] = n;
}
