// expect: R4002|R4001 at 8
#include <setjmp.h>
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        jmp_buf here;
        a[0] = setjmp(here);
    }
}
