// expect: R2001 at 5
int f(int x);
int g(int x)
{
    #pragma omp dispatch
    x += f(x) + 1;
    return x;
}
