// expect: R1002 at 6
#define romp_value(x) (x)
#define ROMP_OF_THE_PROGRAM 3
int f(int s)
{
    #pragma omp target map(tofrom: s)
    s = romp_value(ROMP_OF_THE_PROGRAM);
    return s;
}
