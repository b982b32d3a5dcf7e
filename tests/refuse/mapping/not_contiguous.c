// expect: R6040 at 5
void f(int n)
{
    int a[10][20] = {{0}};
    #pragma omp target map(tofrom: a[0:5][0:10])
    a[0][0] = n;
}
