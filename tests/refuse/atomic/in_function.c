// expect: R2006 at 6
#pragma omp declare target
void count(int *a, int by)
{
    #pragma omp atomic
    *a = *a % by;
}
#pragma omp end declare target

void f(int *a)
{
    #pragma omp target map(tofrom: a[0:1])
    count(a, 3);
}
