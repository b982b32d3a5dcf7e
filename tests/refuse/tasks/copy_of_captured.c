// expect: R6024 at 7
void f(int n)
{
    int a[10];
    #pragma omp target map(tofrom: a)
    {
        #pragma omp task
        a[0] = n;
    }
}
