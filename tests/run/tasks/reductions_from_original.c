/* Reductions over tasks whose initialiser reads omp_orig: that is the value before the first task. */
#include "../test.h"

struct pair {
    int sum, of[3];
};

#pragma omp declare target
static void begin(int *mine, int *original) { *mine = *original; }
static void add(struct pair *out, const struct pair *in)
{
    out->sum += in->sum - 100;
    for (int i = 0; i < 3; i++)
        out->of[i] += in->of[i] - 10 * i;
}
#pragma omp end declare target

#pragma omp declare reduction(value: int: omp_out += omp_in - 100) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(call: int: omp_out += omp_in - 100) initializer(begin(&omp_priv, &omp_orig))
#pragma omp declare reduction(pair: struct pair: add(&omp_out, &omp_in)) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(zero: int: omp_out += omp_in) initializer(omp_priv = 0)

int main(void)
{
    int m = 100, c = 100, z = 100, q = 100, w = 100, a[4] = { 100, 100, 100, 100 }, deep = 100;
    struct pair p = { 100, { 0, 10, 20 } };
    #pragma omp target parallel map(tofrom: m, c, z, q, w, a, p, deep)
    #pragma omp single
    {
        #pragma omp taskloop reduction(value: m) reduction(call: c) reduction(zero: z)
        for (int i = 0; i < 1000; i++) {
            m++;
            c += 2;
            z += 3;
        }
        #pragma omp taskloop reduction(value: a) reduction(pair: p) num_tasks(7)
        for (int i = 0; i < 1000; i++) {
            a[i % 4] += 1;
            p.sum++;
            p.of[i % 2] += 2;
        }
        #pragma omp taskgroup task_reduction(value: q) task_reduction(call: w)
        for (int i = 0; i < 100; i++) {
            #pragma omp task in_reduction(value: q) in_reduction(call: w)
            {
                q++;
                w += 2;
            }
        }
        #pragma omp taskgroup task_reduction(value: deep)
        for (int i = 0; i < 10; i++) {
            #pragma omp task
            for (int j = 0; j < 10; j++) {
                #pragma omp task in_reduction(value: deep)
                deep++;
            }
        }
    }
    CHECK(m == 1100);
    CHECK(c == 2100);
    CHECK(z == 3100);
    CHECK(q == 200);
    CHECK(w == 300);
    CHECK(deep == 200);
    for (int i = 0; i < 4; i++)
        CHECK(a[i] == 350);
    CHECK(p.sum == 1100);
    CHECK(p.of[0] == 1000 && p.of[1] == 1010 && p.of[2] == 20);

    int alone = 100, loop = 100;
    #pragma omp target map(tofrom: alone, loop)
    {
        #pragma omp taskgroup task_reduction(value: alone)
        for (int i = 0; i < 100; i++) {
            #pragma omp task in_reduction(value: alone)
            alone++;
        }
        #pragma omp taskloop reduction(value: loop)
        for (int i = 0; i < 100; i++)
            loop++;
    }
    CHECK(alone == 200);
    CHECK(loop == 200);
    return test_end();
}
