// expect: R1002 at 16
#ifndef AGAIN
#define AGAIN
#define SELF "included_by_macro.c"
#define NAME first
#include SELF
#undef NAME
#define NAME second
#include SELF
#else
void NAME(int n, double *x)
{
    /* Each function has a kernel of its own: this file would have to be two, and no name in an include
       can be edited. */

    #pragma omp target map(tofrom: x[0:n])
    x[0] += n;
}
#endif
