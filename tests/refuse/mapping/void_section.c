// expect: R5001|R3001 at 4
void f(int n, void *a)
{
    #pragma omp target map(tofrom: a[0:n])
    ((char *)a)[0] = 0;
}
