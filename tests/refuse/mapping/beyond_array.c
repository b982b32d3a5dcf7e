// expect: R5001|R3001 at 5
void f(int n)
{
    int a[10] = {0};
    #pragma omp target map(tofrom: a[5:10])
    a[5] = n;
}
