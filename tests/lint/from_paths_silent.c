// silent
// Each path writes before it reads.
#include <stdlib.h>
#include <omp.h>

struct p { double a; double b; };
void k(int n, double *x, struct p *q, double (*m)[8], int flag, const int *perm)
{
    double s, last = 0; int z[4];
    #pragma omp target teams distribute parallel for map(from: x[0:n])
    for (int i = 0; i < n; i++) { double *r = x + i; *r = 1; *r += 2; x[i] *= 3; }
    #pragma omp target map(from: q[0:n])
    for (int i = 0; i < n; i++) { q[i] = (struct p){1, 2}; q[i].a += q[i].b; }
    #pragma omp target map(from: m[0:n])
    for (int i = 0; i < n; i++) { for (int j = 0; j < 8; j++) m[i][j] = j ? m[i][j - 1] : 0; }
    #pragma omp target map(from: s)
    { s = 0; s += 1; }
    #pragma omp target parallel for reduction(+: s) map(tofrom: s)
    for (int i = 0; i < n; i++) s += 1;
    #pragma omp target map(from: z)
    { for (int i = 0; i < 4; i++) z[i] = 0; for (int i = 0; i < 4; i++) z[i] += i; }
    #pragma omp target map(from: x[0:n])
    {
        #pragma omp parallel
        {
            if (omp_get_thread_num() == 0) for (int i = 0; i < n; i++) x[i] = 0;
            #pragma omp barrier
            #pragma omp for
            for (int i = 0; i < n; i++) x[i] += 1;
        }
    }
    #pragma omp target map(from: x[0:n])
    {
        int i = 0;
        while (i < n && (i == 0 || x[i - 1] >= 0)) { x[i] = i; i++; }
    }
    #pragma omp target map(from: x[0:n])
    {
        for (int i = 0; i < n; i++) { if (flag ? i % 2 : !i) x[i] = 1; else x[i] = i ? x[i - 1] : 0; }
    }
    #pragma omp target map(from: x[0:n])
    {
        #pragma omp sections
        {
            #pragma omp section
            { x[0] += x[1] > 0 ? 0 : 0; }
            #pragma omp section
            { x[1] = 0; }
        }
    }
    #pragma omp target map(from: x[0:n])
    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task depend(out: x[0])
        x[0] = 1;
        #pragma omp task depend(inout: x[0])
        x[0] += 1;
    }
    #pragma omp target map(from: x[0:n]) if(0)
    x[0] += 1;
    #pragma omp target map(from: x[0:n]) if(target: n > 10)
    { if (omp_is_initial_device()) x[0] += 1; else x[0] = 1; }
    #pragma omp target map(from: x[0:n])
    { for (int i = 1; i < n; i++) { x[perm[i]] = i; } for (int k = 0; k < n; k++) x[k]++; }
    #pragma omp target map(from: x[0:n])
    { for (int w = 1; w < n; w *= 2) { for (int i = 0; i + w < n; i++) { if (w == 1) x[i] = 1; x[i] += w; } } }
    #pragma omp target map(from: x[0:n])
    { double t = sizeof x[0]; (void)&x[0]; x[0] = t; x[0]++; }
    #pragma omp target map(from: last)
    { for (int i = 0; i < n; i++) { if (i) last += i; else last = 0; } }
    #pragma omp target map(from: x[0:n])
    { int count = 0; for (int i = 0; i < n; i++) { int j; for (j = 0; j < count; j++) { if (x[j] == i) break; } if (j == count) x[count++] = i; } }
    #pragma omp target map(from: x[0:n])
    { int count = 0; do { int j = count; while (j-- > 0) x[j] += 1; x[count] = 0; } while (++count < n); }
    #pragma omp target teams distribute map(from: x[0:n])
    for (int b = 0; b < n / 8; b++) {
        double *y = x + 8 * b;
        y[0] = 0;
        for (int k = 1; k < 8; k++) x[8 * b + k] = x[8 * b + k - 1];
    }
}
