// expect: R1001 at 6
void f(int *a)
{
    #pragma omp target map(tofrom: a[0:1])
    {
        a[0] = ;
        a[1] = );
    }
}
