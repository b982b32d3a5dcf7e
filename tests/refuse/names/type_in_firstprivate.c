// expect: R3001 at 5
typedef int number;
void f(int n, int *a)
{
    #pragma omp target firstprivate(number) map(tofrom: a[0:n])
    a[0] = n;
}
