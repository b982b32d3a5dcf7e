// expect: R4001 at 9
int f(int n)
{
    long long _Complex s = 0, host = 0;
    _Complex unsigned u[2] = { 0 };
    #pragma omp parallel for reduction(+: host)
    for (int i = 0; i < n; i++)
        host += i;
    #pragma omp target teams distribute parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
        s += i;
    #pragma omp target parallel for reduction(+: u)
    for (int i = 0; i < n; i++)
        u[1] += i;
    return __real__ s + __real__ host + __real__ u[1];
}
