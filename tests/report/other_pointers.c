/* Maps of regions in loops of the host, which may change the data through another pointer, or may not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int n; float *v; } vec;

/* `p` leads to `a`, and `pa->v` to `a.v`. */
void array(void)
{
    float a[8] = {0}, b[8] = {0};
    float *p = a;
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(to: a[0:8])
        for (int i = 0; i < 8; i++)
            (void)a[i];
        p[3] = k;
    }
    printf("%g\n", b[3]);
}

void member(void)
{
    vec a = {8, calloc(8, 4)};
    vec *pa = &a;
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a.v[0:8])
        for (int i = 0; i < 8; i++)
            a.v[i] *= 2;
        pa->v[3] = k;
    }
}

/* Two parameters may be equal, and the caller may have handed on the address; with `restrict` they are not. */
void parameters(float *a, float *q, int n)
{
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        q[3] = k;
    }
}

void restricted(float *restrict a, float *q, int n)
{
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        q[3] = k;
    }
}

/* Another function has the address, or has it not. */
void keep(float *a);
void other(int k);
void kept(int n)
{
    float *a = malloc(n * sizeof *a);
    keep(a);
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        other(k);
    }
    free(a);
}

void own(int n, float *log)
{
    float *a = malloc(n * sizeof *a);
    memset(a, 0, n * sizeof *a);
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        other(k);
        log[k] = k;
        printf("step %d\n", k);
    }
    free(a);
}

/* Through an address that is computed, one of a call, and one that a library function gets. */
float *find(void);
void computed(int n)
{
    float a[8], *end = &a[7];
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < 8; i++)
            a[i] *= n;
        *(end - k) = k;
    }
}

void called(float *a, int n)
{
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        *find() = k;
    }
}

void copied(float *a, float *q, int n)
{
    for (int k = 0; k < 5; k++) {
        #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        memset(q, 0, n * sizeof *q);
    }
}
