/* Iteration variables of `simd` loops that are other constructs' copies, parameters, shared, or one thread's. */
#include "../test.h"
static int h(int n, int *a, int k) {
    #pragma omp simd
    for (k = 0; k < n; k++) a[k] += 1;
    return 3;
}
static int h2(int n, int *a, int k) {
    #pragma omp parallel firstprivate(k) num_threads(3)
    {
    #pragma omp simd
    for (k = 0; k < n; k++)
        if (omp_get_thread_num() == 1) a[k] = 1;
    }
    return k;
}
static int h3(int n, int *a) {
    int k = 2, s = 0;
    #pragma omp parallel for simd lastprivate(k) reduction(+: s)
    for (k = 0; k < n; k++) s += a[k];
    return s + k;
}
static int h4(int n, int *a) {
    int k;
    for (int r = 0; r < 3; r++) {
        #pragma omp simd
        for (k = 0; k < n; k++) a[k] += 1;
        if (k != n) a[0] = -100;
    }
    return k;
}
int main(void) {
    enum { n = 64 };
    int a[n], out[20], z = 3, y = 4; for (int i = 0; i < n; i++) a[i] = 0; for (int i = 0; i < 20; i++) out[i] = -5;
    #pragma omp target map(tofrom: a, out) 
    {
        int q = 5, w = 6, v = 7;
        #pragma omp parallel num_threads(3) firstprivate(q)
        {
            #pragma omp simd
            for (q = 0; q < 11; q++)
                if (omp_get_thread_num() == 0) a[q] = q;
        }
        #pragma omp parallel num_threads(3) private(w)
        {
            #pragma omp simd
            for (w = 0; w < 11; w++)
                if (omp_get_thread_num() == 0) a[w] = w;
            #pragma omp barrier
            #pragma omp for simd
            for (w = 0; w < 11; w++) a[w] += w;
        }
        out[0] = w;
        #pragma omp parallel num_threads(3)
        {
            #pragma omp single
            {
            #pragma omp simd
            for (v = 0; v < 12; v++) a[v] += v;
            }
            #pragma omp single
            out[1] = v;
            #pragma omp sections
            {
                #pragma omp section
                {
                #pragma omp simd
                for (z = 0; z < 13; z++) a[z] += z;
                out[2] = z;
                }
                #pragma omp section
                {
                #pragma omp simd
                for (y = 20; y < 30; y++) a[y] += y;
                }
            }
            #pragma omp single
            out[3] = y;
        }
        out[4] = h(n, a, 2);
        out[5] = h2(n, a, 2);
        out[6] = h3(n, a);
        out[7] = h4(n, a);
        int e[3] = {9, 9, 9};
        struct { int m; } st = {4};
        #pragma omp parallel for num_threads(2)
        for (int i = 0; i < 4; i++) {
            int u = -1;
            int s = 0;
            #pragma omp simd reduction(+: s)
            for (u = 0; u < 33; u++) s += u;
            a[i] += s;
            #pragma omp atomic
            e[1] += u;
        }
        out[8] = e[1] + st.m;
        int x = 1;
        #pragma omp parallel num_threads(4) shared(x)
        {
            #pragma omp masked
            {
                #pragma omp simd
                for (x = 0; x < 9; x++) a[40 + x] = x;
            }
            #pragma omp barrier
            #pragma omp single
            out[9] = x;
        }
        int k1, k2;
        #pragma omp simd collapse(2) lastprivate(k1)
        for (k1 = 0; k1 < 3; k1++) for (k2 = 4; k2 > 0; k2--) a[44 + k1 * 4 + k2]++;
        out[10] = k1; out[11] = k2;
    }
    const int want[] = {6, 12, 13, 30, 3, 2, 128, 64, 145, 9, 3, 0};
    for (int i = 0; i < 12; i++)
        CHECK(out[i] == want[i]);
    int c[4] = {0};
    #pragma omp target teams distribute num_teams(3) map(tofrom: c)
    for (int t = 0; t < 4; t++) {
        int i, s = 0;
        #pragma omp parallel for simd reduction(+: s)
        for (i = 0; i < 40; i++) s += i;
        c[t] = s + i;
    }
    for (int t = 0; t < 4; t++)
        CHECK(c[t] == 820);
    #pragma omp target parallel for map(tofrom: c) num_threads(4)
    for (int t = 0; t < 4; t++) {
        int i, s = 0;
        #pragma omp simd reduction(+: s)
        for (i = 0; i < 40; i++) s += i;
        c[t] += s + i;
    }
    for (int t = 0; t < 4; t++)
        CHECK(c[t] == 1640);
    return test_end();
}
