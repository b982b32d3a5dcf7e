/* Dependence objects that the sequential part of a region sets, for tasks there and in parallel regions behind it. */
#include "../test.h"

enum { n = 12 };

/* Tasks of one thread. */
static void alone(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    {
        omp_depend_t d;
        #pragma omp depobj(d) depend(inout: x[0])
        #pragma omp task depend(depobj: d) shared(x)
        x[0] = 5;
        #pragma omp depobj(d) update(in)
        #pragma omp task depend(depobj: d) shared(x)
        x[0] *= 3;
        #pragma omp taskwait
        #pragma omp depobj(d) destroy
    }
}

#pragma omp declare target
static void set(omp_depend_t *object, int *at)
{
    #pragma omp depobj(*object) depend(out: *at)
}

/* Called by one thread, or by one of many. */
static int chain(int *v)
{
    omp_depend_t d;
    #pragma omp depobj(d) depend(inout: v[0])
    for (int i = 0; i < 3; i++) {
        #pragma omp task depend(depobj: d) shared(v)
        v[0] = v[0] * 2 + i;
    }
    #pragma omp taskwait
    #pragma omp depobj(d) destroy
    return v[0];
}
#pragma omp end declare target

/* The sequential part sets them, and changes them between parallel regions. */
static void between_regions(int threads)
{
    int v[n] = {0}, sum = 0, order[n], at = 0, own = 1, got = 0;
    #pragma omp target map(tofrom: v, sum, order, at, own, got)
    {
        omp_depend_t each[n], all;
        for (int i = 0; i < n; i++) {
            #pragma omp depobj(each[i]) depend(out: v[i])
        }
        set(&all, &sum);
        got = chain(&own);
        #pragma omp parallel num_threads(threads) shared(each, all)
        #pragma omp single
        for (int i = 0; i < n; i++) {
            omp_depend_t *one = &each[i];
            #pragma omp task depend(depobj: *one) firstprivate(i)
            v[i] = i + 1;
            #pragma omp task depend(in: v[i]) depend(depobj: all)
            sum += v[i];
        }
        for (int i = 0; i < n; i++) {
            #pragma omp depobj(each[i]) update(in)
        }
        #pragma omp depobj(all) update(inout)
        #pragma omp parallel num_threads(threads) shared(each, all)
        #pragma omp masked
        {
            for (int i = 0; i < n; i++) {
                omp_depend_t *one = &each[i];
                #pragma omp task depend(depobj: all) depend(depobj: *one) firstprivate(i)
                order[at++] = v[i];
            }
            #pragma omp taskwait
        }
        for (int i = 0; i < n; i++) {
            #pragma omp depobj(each[i]) destroy
        }
        if (sum > 0) {
            #pragma omp depobj(all) destroy
        }
    }
    CHECK(sum == n * (n + 1) / 2 && at == n && got == 8 + 4 && own == got);
    for (int i = 0; i < n; i++)
        CHECK(v[i] == i + 1 && order[i] == i + 1);
}

int main(void)
{
    int x = 0;
    alone(&x);
    CHECK(x == 15);
    int threads[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        between_regions(threads[k]);
    return test_end();
}
