// expect: R1002 at 5
#define if(x) if ((x) != 0)
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    if (n)
        a[0] = n;
}
