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
/* How many iterations a task has: each counts in a copy of its own. */
static void sizes(int threads, int n, int size)
{
    int strict[200], number[200], at_least[200], none = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: strict, number, at_least, none)
    #pragma omp single
    {
        int count = 0;
        #pragma omp taskloop grainsize(strict: size) firstprivate(count)
        for (int i = 0; i < n; i++)
            strict[i] = count++;
        #pragma omp taskloop num_tasks(strict: size) firstprivate(count)
        for (int i = 0; i < n; i++)
            number[i] = count++;
        #pragma omp taskloop grainsize(size) firstprivate(count)
        for (int i = 0; i < n; i++)
            at_least[i] = count++;
        #pragma omp taskloop grainsize(strict: size) shared(none)
        for (int i = n; i < n; i++)
            none++;
    }
    int tasks = 0, length = 0, shortest = n;
    for (int i = 0; i < n; i++) {
        CHECK(strict[i] == i % size);
        tasks += number[i] == 0;
        CHECK(number[i] <= (n - 1) / size);
        if (i > 0 && at_least[i] == 0) {
            shortest = length < shortest ? length : shortest;
            length = 0;
        }
        length++;
        CHECK(length < 2 * size || n < size);
    }
    shortest = length < shortest ? length : shortest;
    CHECK(tasks == (n < size ? n : size));
    CHECK(shortest >= (n < size ? n : size));
    CHECK(none == 0);
}

int main(void)
{
    int t[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        all(t[k]);
    for (int k = 0; k < 5; k++) {
        int n[] = {0, 1, 7, 20, 113}, size[] = {1, 4, 5, 7, 50};
        for (int a = 0; a < 5; a++)
            for (int b = 0; b < 5; b++)
                sizes(t[k], n[a], size[b]);
    }
    return test_end();
}
