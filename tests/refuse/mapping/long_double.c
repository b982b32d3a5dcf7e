// expect: R5001|R4001 at 5
void f(int n)
{
    long double x[4] = {0};
    #pragma omp target map(tofrom: x)
    ((char *)x)[0] = (char)n;
}
