/* Forms of taskloop: strict sizes, downward, unsigned and pointer loops, triangles, huge counts, no iterations. */
#include "../test.h"
#pragma omp declare target
static void in_function(int n, int *a, int *last)
{
    int l = -1;
    #pragma omp taskloop grainsize(3) lastprivate(l)
    for (int i = 0; i < n; i++) { a[i] += i; l = i; }
    *last = l;
}
#pragma omp end declare target
static void all(int threads)
{
    int a[100] = {0}, last[4] = {-1,-1,-1,-1}, sizes[40] = {0}, counts = 0, m[6][7] = {{0}}, fp = 0, down = 0, uns = 0, ptr = 0, z = 0, tri = 0;
    long long big = 0;
    #pragma omp target map(tofrom: a, last, sizes, counts, m, fp, down, uns, ptr, z, tri, big)
    #pragma omp parallel num_threads(threads)
    #pragma omp single
    {
        in_function(50, a, &last[0]);
        int base = 7, k, j;
        #pragma omp taskloop firstprivate(base) lastprivate(k) num_tasks(8)
        for (int i = 0; i < 20; i++) { k = i + base; base++; base--; a[i] += k; }
        last[1] = k;
        #pragma omp taskloop collapse(2) lastprivate(j) nogroup shared(m)
        for (int i = 0; i < 6; i++)
            for (j = 0; j < 7; j++) m[i][j] = i * 10 + j;
        #pragma omp taskwait
        last[2] = j;
        #pragma omp taskloop grainsize(strict: 5) shared(sizes)
        for (int i = 0; i < 38; i++) {
            #pragma omp atomic
            sizes[i / 5]++;
        }
        #pragma omp taskloop num_tasks(strict: 5)
        for (int i = 40; i > -17; i -= 3) {
            #pragma omp atomic
            down += i;
        }
        #pragma omp taskloop
        for (unsigned u = 0xfffffff0u; u < 0xfffffffcu; u += 5) {
            #pragma omp atomic
            uns += u & 255;
        }
        #pragma omp taskloop shared(a)
        for (int *p = a; p < a + 50; p += 2) {
            #pragma omp atomic
            ptr += *p;
        }
        #pragma omp taskloop lastprivate(z)
        for (int i = 5; i < 5; i++) z = 99;
        #pragma omp taskloop collapse(2) 
        for (int i = 0; i < 10; i++)
            for (int q = i; q < 10; q++) {
                #pragma omp atomic
                tri += q;
            }
        #pragma omp taskloop grainsize(1000000000)
        for (long long i = 0; i < 10000000000LL; i += 1000000000LL) {
            #pragma omp atomic
            big += i / 1000000000LL;
        }
        #pragma omp taskloop if(0) lastprivate(fp) 
        for (int i = 0; i < 10; i++) fp = i;
    }
    CHECK(last[0] == 49 && last[1] == 26 && last[2] == 7);
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == (i < 20 ? 2 * i + 7 : i < 50 ? i : 0));
    for (int i = 0; i < 8; i++)
        CHECK(sizes[i] == (i < 7 ? 5 : 3));
    CHECK(m[5][6] == 56 && m[2][3] == 23);
    CHECK(down == 40 * 19 - 3 * 171 && uns == 240 + 245 + 250 && z == 0 && tri == 330 && big == 45 && fp == 9);
    int pointed = 0;
    for (int i = 0; i < 50; i += 2)
        pointed += a[i];
    CHECK(ptr == pointed);
}
int main(void)
{
    int t[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        all(t[k]);
    return test_end();
}
