// expect: R4002|R4001 at 6
#include <stdio.h>
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    a[0] = fputs("hello\n", stderr);
}
