// expect: R3001|R5001 at 5
int g(int x);
void f(int n, int *a)
{
    #pragma omp target map(to: g) map(tofrom: a[0:n])
    a[0] = n;
}
