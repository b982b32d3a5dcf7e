// expect: R4001 at 16
/* A GPU's symbols have one name each. */
#pragma omp begin declare target
int real(int x)
{
    return x;
}
#pragma weak other = real
int other(int x);
int data = 1;
extern int same __attribute__((alias("data")));
#pragma omp end declare target
int f(int x)
{
    #pragma omp target map(tofrom: x)
    x = other(x) + same;
    return x;
}
