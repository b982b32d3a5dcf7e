// expect: R4001 at 12
int shift(int x)
{
    return x + 100;
}

int f(int n)
{
    int k = 0;
    int shift(int x) { return x + n; }
    #pragma omp target map(tofrom: k)
    k = shift(1);
    return k;
}
