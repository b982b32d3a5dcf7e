// expect: R4001 at 3
#include <stdarg.h>
static int sum(int n, ...)
{
    va_list list;
    int total = 0;
    va_start(list, n);
    while (n--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    a[0] = sum(2, 3, 4);
}
