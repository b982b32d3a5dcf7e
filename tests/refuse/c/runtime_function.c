// expect: R1002 at 3
/* A function with the name of a macro of the runtime's header, which would be expanded in its declaration. */
static int romp_value(int x)
{
    return 2 * x;
}

void f(int *a)
{
    #pragma omp target map(tofrom: a[0:1])
    a[0] = romp_value(a[0]);
}
