// unchanged
/* What a macro makes is nobody's text to change; nor what only the user knows. */
#define REGION _Pragma("omp target mpa(tofrom: s)")
#define CLAUSE(x) privat(x)
int one(int s)
{
    REGION
    s++;
    return s;
}
int two(int s)
{
    #pragma omp target parallel CLAUSE(s)
    s = 1;
    return s;
}
int three(int value, int values)
{
    #pragma omp target map(tofrom: valuse)
    value++;
    return value + values;
}
