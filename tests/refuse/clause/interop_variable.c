// expect: R2002 at 6
/* The variable of an object has its type. */
void f(int x)
{
    int *p = &x;
    #pragma omp interop init(targetsync: x)
    *p = 1;
}
