// expect: R6013 at 3
int v(int x, void *more);
#pragma omp declare variant(v) match(construct={dispatch}) \
    append_args(interop(targetsync))
int f(int x);
int g(int x)
{
    #pragma omp dispatch
    x = f(x);
    return x;
}
