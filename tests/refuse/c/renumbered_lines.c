// expect: R1002 at 4
void f(int *a)
{
    a[0] = 1;

#line 4
    #pragma omp target map(tofrom: a[0:1])
    a[0]++;
}
