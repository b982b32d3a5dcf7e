// expect: R4001 at 10
__attribute__((weak)) int f(int x)
{
    return x;
}

int g(int x)
{
    #pragma omp target map(tofrom: x)
    x = f(x);
    return x;
}
