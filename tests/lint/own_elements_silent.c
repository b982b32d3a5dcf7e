// silent
// Each thread writes elements of its own, or one thread does.
#include <omp.h>
#define N 64
#pragma omp declare target
static int count;
static void bump(int *p, int by) { *p += by; }
static void at(int *p, int i) { p[i]++; }
static void rec(int *p, int d) { if (d) rec(p + 1, d - 1); else *p += 1; }
#pragma omp end declare target
struct acc { int v; int pad[3]; };
void m(int n, int *x, struct acc *a, int **rows, const int *start, const int *idx)
{
    #pragma omp target parallel for map(x[0:n], a[0:n]) map(to: start[0:n+1], idx[0:n])
    for (int i = 0; i < n; i++) {
        bump(&x[i], 2);
        at(x, i);
        bump(&a[i].v, 1);
        a[i].pad[1]++;
        for (int k = start[i]; k < start[i + 1]; k++) x[k] += 1;
        x[i / 1]++;
        int *p = x + i; *p += 1; p[0]++;
        int *q = x; q += i; q[0]++;
        struct acc *b = a; b = &a[i]; b->v++;
        rec(x, i);
        int (*row)[1] = (int (*)[1])x; row[i][0]++;
        x[idx[i]]++;
        x[(i * 3 + 1) / 3]++;
    }
    int s = 0;
    #pragma omp target teams map(tofrom: s) thread_limit(8)
    {
        if (omp_get_team_num() == 0) s++;
    }
    #pragma omp target parallel map(tofrom: s)
    {
        #pragma omp for ordered
        for (int i = 0; i < N; i++) {
            #pragma omp ordered
            s++;
        }
        #pragma omp single nowait
        s++;
        #pragma omp masked filter(1)
        s += 2;
        #pragma omp barrier
        #pragma omp master
        s++;
    }
    #pragma omp target parallel for map(tofrom: s) num_threads(1) schedule(static)
    for (int i = 0; i < N; i++) s++;
    #pragma omp target simd map(tofrom: s)
    for (int i = 0; i < N; i++) s = 3;
    #pragma omp target parallel for map(tofrom: s) if(0)
    for (int i = 0; i < N; i++) s++;
    #pragma omp target parallel for map(tofrom: s)
    for (int i = 5; i < 6; i++) s++;
    #pragma omp target parallel map(x[0:n])
    for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads()) x[i]++;
    #pragma omp target teams distribute map(x[0:n])
    for (int i = 0; i < n; i++) { int t = 0; for (int k = 0; k < 3; k++) t += k; x[i] += t; }
    #pragma omp target parallel map(x[0:n])
    {
        int t = omp_get_thread_num();
        x[t % n]++;
    }
    #pragma omp target parallel for collapse(2) map(x[0:n])
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            x[i * 4 + j]++;
    #pragma omp target parallel num_threads(2) map(tofrom: s)
    {
        for (int t = 0; t < 2; t++) {
            if (t == omp_get_thread_num()) s++;
            #pragma omp barrier
        }
    }
    #pragma omp target parallel map(tofrom: s) map(x[0:n])
    #pragma omp sections
    {
        #pragma omp section
        s++;
        #pragma omp section
        x[0]++;
    }
    #pragma omp target map(tofrom: s)
    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task depend(inout: s)
        s++;
        #pragma omp task depend(inout: s)
        s++;
    }
    #pragma omp target parallel map(x[0:n]) map(tofrom: s)
    {
        int own = 0;
        #pragma omp for reduction(+: s)
        for (int i = 0; i < n; i++) { s += x[i]; own++; }
        int *p = &own; *p += 1;
        struct acc l = {0}; l.v++; struct acc *lp = &l; lp->v++;
        int arr[4] = {0}; int *ap = arr; ap[s % 4]++;
    }
}
