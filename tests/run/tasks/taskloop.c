/* taskloop: every iteration once, copies as the clauses say, alone and with `masked` and `parallel`. */
#include "../test.h"

enum { n = 100 };

static void under_single(int threads, int count)
{
    int a[n] = {0}, last = -1, i = 42, t = 5, sum = 1;
    #pragma omp target parallel num_threads(threads) map(tofrom: a, last, i, t, sum)
    {
        #pragma omp single
        {
            #pragma omp taskloop grainsize(7)
            for (int k = 0; k < count; k++)
                a[k] += k;

            #pragma omp taskloop num_tasks(3) lastprivate(last) firstprivate(t) nogroup
            for (i = 0; i < count; i++) {
                t = 2 * i;
                a[i] += t;
                last = i;
            }
            #pragma omp taskwait

            #pragma omp taskloop collapse(2) if(count > 10) final(count < 3)
            for (int x = 0; x < 4; x++)
                for (int y = 0; y < 5; y++)
                    a[5 * x + y] += 1000;

            #pragma omp taskloop reduction(+: sum)
            for (int k = count; k > 0; k -= 3)
                sum += k;

            #pragma omp taskloop simd lastprivate(last) reduction(max: sum)
            for (int k = 0; k < count; k++) {
                last = 2 * k;
                if (sum < -k)
                    sum = -k;
            }
        }
    }
    int expected = 1;
    for (int k = count; k > 0; k -= 3)
        expected += k;
    CHECK(sum == expected);
    CHECK(t == 5);
    CHECK(i == 42);
    if (count > 0)
        CHECK(last == 2 * (count - 1));
    for (int k = 0; k < n; k++)
        CHECK(a[k] == (k < count ? 3 * k : 0) + (k < 20 ? 1000 : 0));
}

static void combined(int threads)
{
    int a[n] = {0}, sum = 0, last = 0, times = 0;
    int part[4] = {1, 1, 1, 1};
    #pragma omp target map(tofrom: a, sum, last, times, part)
    {
        #pragma omp parallel masked taskloop num_threads(threads) reduction(+: sum) lastprivate(last)
        for (int i = 0; i < n; i++) {
            a[i] += i;
            sum += i;
            last = i;
        }
        #pragma omp parallel master taskloop simd num_threads(threads) reduction(+: part)
        for (int i = 0; i < n; i++)
            part[i % 4] += i;
        #pragma omp parallel num_threads(threads)
        {
            int own = omp_get_thread_num(), who = own + 1;
            #pragma omp masked taskloop
            for (int i = 0; i < n; i++) {
                #pragma omp atomic
                a[i] += own;
                own = 0;
            }
            #pragma omp masked taskloop filter(omp_get_num_threads() - 1) grainsize(10)
            for (int i = 0; i < n; i++)
                #pragma omp atomic
                a[i] += who;
            // Every thread its own.
            #pragma omp taskloop
            for (int i = 0; i < 3; i++) {
                #pragma omp atomic
                times++;
            }
        }
    }
    CHECK(sum == n * (n - 1) / 2);
    CHECK(last == n - 1);
    CHECK(part[1] == 1 + 25 * 1 + 4 * 300);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + threads);
    CHECK(times == 3 * threads);
}

int main(void)
{
    under_single(1, n);
    under_single(33, n);
    under_single(40, 1);
    under_single(64, 0);
    combined(1);
    combined(33);
    combined(95);
    return test_end();
}
