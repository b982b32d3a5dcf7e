// silent
// Pointers that lead to mapped memory by other names, or that no device uses.
#include <stdlib.h>
#include <string.h>
struct S { double *p; };
double a1(int n) { /* field */
    double *x = malloc(n * sizeof *x), s = 0; struct S st; st.p = x;
    #pragma omp target enter data map(to: st.p[0:n])
    #pragma omp target map(tofrom: s)
    s = x[0];
    #pragma omp target exit data map(delete: st.p[0:n])
    free(x); return s; }
double a2(int n) { /* if(0) */
    double *x = malloc(n * sizeof *x), s = 0;
    #pragma omp target map(tofrom: s) if(0)
    s = x[0];
    free(x); return s; }
double a3(int n) { /* initial device check */
    double *x = malloc(n * sizeof *x), s = 0; extern int omp_is_initial_device(void);
    #pragma omp target map(tofrom: s)
    { if (omp_is_initial_device()) s = x[0]; }
    free(x); return s; }
double a4(int n) { /* address taken */
    double *x = malloc(n * sizeof *x), s = 0; double **pp = &x;
    #pragma omp target enter data map(to: (*pp)[0:n])
    #pragma omp target map(tofrom: s)
    s = x[0];
    free(x); return s; }
double a6(int n) { /* assigned in the region */
    double *x = malloc(n * sizeof *x), s = 0, y[4];
    #pragma omp target map(tofrom: s, y)
    { x = y; x[0] = 1; s = x[0]; }
    free(x); return s; }
double a7(int n) { /* memcpy returns pointer */
    double *x = malloc(n * sizeof *x), s = 0; double *y = memset(x, 0, n * sizeof *x);
    #pragma omp target enter data map(to: y[0:n])
    #pragma omp target map(tofrom: s)
    s = x[0];
    free(x); return s; }
double a8(int n) { /* realloc aliasing */
    double *x = malloc(n * sizeof *x), s = 0;
    double *y; y = x + 1;
    #pragma omp target enter data map(to: y[-1:n])
    #pragma omp target map(tofrom: s)
    s = x[0];
    free(x); return s; }
double a9(int n) { /* reassigned to given */
    extern double *other(void);
    double *x = malloc(n * sizeof *x), s = 0;
    free(x); x = other();
    #pragma omp target map(tofrom: s)
    s = x[0];
    return s; }
double a10(int n) { /* firstprivate pointer */
    double *x = malloc(n * sizeof *x), s = 0;
    #pragma omp target map(tofrom: s) firstprivate(x)
    s = x != 0;
    free(x); return s; }
int b1(void) { static const char *m = "abc"; int s = 0;
    #pragma omp target map(from: s)
    s = m[0];
    return s; }
double c1(int n, double *x) { /* pointer mapped, only compared */
    int s = 0;
    #pragma omp target map(to: x) map(from: s)
    s = x == 0;
    return s; }
void c2(int n, double *x, double *y) { /* mapped pointer assigned inside */
    #pragma omp target map(to: x) map(tofrom: y[0:n])
    { x = y; x[0] = 1; } }
void c3(int n, double *x) { /* the caller mapped and x is an attached? */
    double *d = x;
    #pragma omp target map(tofrom: d[0:n]) map(to: x)
    { x = d; x[0] = 1; } }
void c4(int n, double *x) { /* private copy in parallel */
    double z[3];
    #pragma omp target map(to: x) map(z)
    #pragma omp parallel private(x)
    { x = z; x[0] = 1; } }
void c5(int n, double *x, int use) {
    #pragma omp target map(to: x) if(0)
    x[0] = 1; }
void c6(int n, int *dev) { /* passed device pointer by map to */
    #pragma omp target data use_device_ptr(dev)
    {
    #pragma omp target map(to: dev)
    dev[0] = 1;
    } }
