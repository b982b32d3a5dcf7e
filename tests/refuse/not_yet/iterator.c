// expect: R6001|R2002 at 4
void f(int n, int **a)
{
    #pragma omp target map(iterator(int i = 0:n), tofrom: a[i][0:n])
    a[0][0] = n;
}
