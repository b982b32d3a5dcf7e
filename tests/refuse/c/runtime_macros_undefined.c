// expect: R1002 at 8
#define ROMP_TARGET(x) x
static int k = ROMP_TARGET(3);
#undef ROMP_TARGET
#define romp_to_var romp_from_var
int f(int s)
{
    #pragma omp target map(tofrom: s)
    s += k;
    return s;
}
