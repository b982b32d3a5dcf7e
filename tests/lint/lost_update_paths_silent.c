// silent
// The host does not come to read what the region writes.
#include <stdlib.h>
int correlated(int n, int gpu, float *x)
{
    int last = 0, r = 0;
    if (gpu) {
        #pragma omp target map(x[0:n]) map(tofrom: r)
        { last = 3; r = last + x[0]; }
    } else {
        last = 4; r = last;
    }
    return r;
}
void loopscratch(int n, float *x)
{
    int t;
    for (int s = 0; s < 10; s++) {
        #pragma omp target map(x[0:n])
        { t = s; x[0] = t; }
    }
    for (t = 0; t < n; t++) x[t] = 0;
}
int gotos(int n, float *x)
{
    int t = 0;
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    goto set;
use:
    return t;
set:
    t = 5;
    goto use;
}
int sw(int n, float *x, int c)
{
    int t = 0;
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    switch (c) { case 1: t = 2; break; default: t = 3; }
    return t;
}
int structs(int n, float *x)
{
    struct { int a, b; } s = {0, 0};
    #pragma omp target map(x[0:n])
    { s.a = 1; x[0] = s.a; }
    s.a = 2; s.b = 3;
    return s.a + s.b;
}
void address(int n, float *x, void (*f)(int *))
{
    int t = 0;
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    f(&t);
    x[1] = t;
}
int targetagain(int n, float *x)
{
    int t = 0;
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    return 0;
}
int sizeofonly(int n, float *x)
{
    int t = 0;
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    return sizeof t;
}
int noreach(int n, float *x)
{
    int t = 0;
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    if (0) return t;
    exit(1);
    return t;
}
int private_in(int n, float *x)
{
    int i = 7;
    #pragma omp target map(x[0:n])
    #pragma omp parallel for
    for (i = 0; i < n; i++) x[i] = i;
    return i;
}
int condexpr(int n, float *x)
{
    int t = 0;
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    return (t = 3, t);
}
int inline_default(int n, float *x)
{
    int t = 0;
    #pragma omp target map(x[0:n]) defaultmap(tofrom: scalar)
    { t = 1; x[0] = t; }
    return t;
}
int inside_data(int n, float *x)
{
    int t = 0;
    #pragma omp target data map(tofrom: t)
    {
    #pragma omp target map(x[0:n])
    { t = 1; x[0] = t; }
    }
    return t;
}
