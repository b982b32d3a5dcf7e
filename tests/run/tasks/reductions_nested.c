/* Reductions over tasks: sections of arrays, structs, groups in groups and in functions that call themselves, included
   and final tasks, every form of taskloop. */
#include "../test.h"
struct p { double x; long n; };
#pragma omp declare reduction(both: struct p: omp_out.x += omp_in.x, omp_out.n += omp_in.n) initializer(omp_priv = {0, 0})
#pragma omp declare target
static long tree(int d, long *sum)
{
    #pragma omp taskgroup task_reduction(+: sum[0])
    {
        for (int i = 0; i < 3 && d; i++) {
            #pragma omp task in_reduction(+: sum[0])
            {
                sum[0] += d;
                long mine = 0;
                tree(d - 1, &mine);
                sum[0] += mine;
            }
        }
    }
    return sum[0];
}
#pragma omp end declare target
static void all(int threads)
{
    long s = 3, tr = 0, mx = -5, a[7] = {0}, par = 0, nested = 0, mixed = 0, lp = 0, andv = ~0L;
    struct p st = {1, 1};
    int flags = 1, col = 0, sim = 0;
    double prod = 1;
    #pragma omp target parallel num_threads(threads) map(tofrom: s, tr, mx, a, par, nested, st, flags, prod, mixed, lp, andv, col, sim)
    {
        #pragma omp single
        {
            tree(4, &tr);
            #pragma omp taskgroup task_reduction(+: s, a[1:5]) task_reduction(max: mx) task_reduction(both: st) task_reduction(&&: flags)
            {
                for (int i = 0; i < 60; i++) {
                    #pragma omp task in_reduction(+: s, a[1:5]) in_reduction(max: mx) in_reduction(both: st) in_reduction(&&: flags)
                    {
                        s += i; a[1 + i % 5] += i; if (i * 7 % 31 > mx) mx = i * 7 % 31;
                        st.x += .5; st.n += i; flags = flags && i >= 0;
                    }
                }
                #pragma omp taskloop in_reduction(+: s) grainsize(4)
                for (int i = 0; i < 33; i++) s += 2 * i;
            }
            #pragma omp taskgroup task_reduction(+: nested)
            {
                #pragma omp task in_reduction(+: nested)
                {
                    nested += 1;
                    #pragma omp taskgroup task_reduction(+: nested)
                    for (int k = 0; k < 5; k++) {
                        #pragma omp task in_reduction(+: nested)
                        nested += k;
                    }
                    nested += 100;
                }
                #pragma omp task if(0) in_reduction(+: nested)
                nested += 1000;
                #pragma omp task final(1) in_reduction(+: nested)
                {
                    #pragma omp task in_reduction(+: nested)
                    nested += 10000;
                }
            }
            #pragma omp taskloop reduction(+: lp) reduction(&: andv) num_tasks(7)
            for (int i = 0; i < 100; i++) { lp += i; andv &= ~(1L << (i % 10)); }
            #pragma omp taskloop collapse(2) reduction(+: col) grainsize(strict: 7)
            for (int i = 0; i < 9; i++)
                for (int j = 0; j < 5; j++) col += i * j;
            #pragma omp taskloop simd reduction(+: sim)
            for (int i = 0; i < 70; i++) sim += i;
            #pragma omp taskloop reduction(*: prod)
            for (int i = 0; i < 10; i++) prod *= 2;
            #pragma omp taskwait
        }
    }
    #pragma omp target parallel num_threads(threads) reduction(task, +: par) map(tofrom: par)
    {
        if (omp_get_thread_num() == 0) for (int i = 0; i < 40; i++) {
            #pragma omp task in_reduction(+: par)
            {
                par += i;
                #pragma omp task in_reduction(+: par)
                par += 1;
            }
        }
        #pragma omp taskwait
    }
    #pragma omp target map(tofrom: mixed)
    {
        #pragma omp parallel for reduction(task, +: mixed) num_threads(threads) schedule(dynamic, 2)
        for (int i = 0; i < 30; i++) {
            mixed += 1;
            #pragma omp task in_reduction(+: mixed)
            mixed += i;
        }
    }
    CHECK(s == 2829 && tr == 174 && mx == 30);
    for (int i = 1; i <= 5; i++)
        CHECK(a[i] == 318 + 12 * i);
    CHECK(a[0] == 0 && a[6] == 0);
    CHECK(par == 820);
    CHECK(st.x == 31 && st.n == 1771 && flags == 1);
    CHECK(nested == 11111);
    CHECK(prod == 1024);
    CHECK(mixed == 465 && lp == 4950 && andv == -1024 && col == 360 && sim == 2415);
}
int main(void)
{
    int t[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        all(t[k]);
    return test_end();
}
