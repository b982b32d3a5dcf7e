/* Task reductions: of a taskgroup, of a parallel region for its tasks, of a taskloop; in functions. */
#include "../test.h"

#pragma omp declare target
static int total;
static void add(int depth)
{
    #pragma omp task in_reduction(+: total)
    total += depth;
    if (depth > 0) {
        add(depth - 1);
        add(depth - 1);
    }
}
static void into(long *where, int n)
{
    #pragma omp taskgroup task_reduction(+: where[0:1])
    for (int i = 0; i < n; i++) {
        #pragma omp task in_reduction(+: where[0:1])
        where[0] += i;
    }
}
#pragma omp end declare target

struct range {
    int lo, hi;
};
#pragma omp declare reduction(widen: struct range: omp_out.lo = omp_in.lo < omp_out.lo ? omp_in.lo : omp_out.lo, omp_out.hi = omp_in.hi > omp_out.hi ? omp_in.hi : omp_out.hi) initializer(omp_priv = {1000, -1000})

static void groups(int threads)
{
    int x = 100, least = 50, bits = 1;
    double product = 2;
    int hist[4] = {1, 2, 3, 4};
    struct range all = {3, 4};
    #pragma omp target parallel num_threads(threads) map(tofrom: x, least, bits, product, hist, all)
    #pragma omp single
    {
        #pragma omp taskgroup task_reduction(+: x, hist) task_reduction(min: least) task_reduction(|: bits) task_reduction(*: product) task_reduction(widen: all)
        {
            for (int i = 0; i < 10; i++) {
                #pragma omp task in_reduction(+: x)
                x += i;
                #pragma omp task in_reduction(min: least) in_reduction(|: bits)
                {
                    if (20 - i < least)
                        least = 20 - i;
                    bits |= 1 << i;
                    #pragma omp task in_reduction(+: hist)
                    hist[i % 4]++;
                }
                #pragma omp task in_reduction(widen: all)
                {
                    if (-i < all.lo)
                        all.lo = -i;
                    if (2 * i > all.hi)
                        all.hi = 2 * i;
                }
            }
            #pragma omp taskloop in_reduction(*: product)
            for (int i = 0; i < 5; i++)
                product *= 2;
        }
    }
    CHECK(x == 145);
    CHECK(least == 11);
    CHECK(bits == 1023);
    CHECK(product == 64);
    CHECK(hist[0] == 4 && hist[1] == 5 && hist[2] == 5 && hist[3] == 6);
    CHECK(all.lo == -9 && all.hi == 18);
}

int main(void)
{
    groups(1);
    groups(33);
    groups(95);

    long where = 5;
    int seen = 0;
    #pragma omp target map(tofrom: where, seen)
    {
        total = 1;
        #pragma omp taskgroup task_reduction(+: total)
        add(4);
        seen = total;
        into(&where, 10);
    }
    CHECK(seen == 1 + 4 + 2 * 3 + 4 * 2 + 8);
    CHECK(where == 50);

    int sequential = 3;
    #pragma omp target map(tofrom: sequential)
    {
        int sum = 1;
        #pragma omp taskgroup task_reduction(+: sum)
        for (int i = 0; i < 4; i++) {
            #pragma omp task in_reduction(+: sum)
            sum += i;
        }
        int more = 0;
        #pragma omp parallel num_threads(40) reduction(+: more)
        more += 1;
        sequential += sum + more;
    }
    CHECK(sequential == 3 + 7 + 40);
    return test_end();
}
