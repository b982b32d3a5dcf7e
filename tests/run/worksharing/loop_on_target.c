// host: skip
/* `loop` in the sequential part of a target region binds to its thread (5.2, 11.7); since its iterations may run in
 * any order and at once, the team's threads share them. */
#include "../test.h"

enum { n = 5000 };

static void fill(int count, int *a)
{
    #pragma omp target loop map(tofrom: a[0:count])
    for (int i = 0; i < count; i++)
        a[i] += i;
}

int main(void)
{
    static int a[n], b[70][50];
    fill(n, a);
    fill(0, a);
    fill(1, a);

    #pragma omp target map(tofrom: a)
    #pragma omp loop
    for (int i = 0; i < n; i++)
        a[i] += 1;

    #pragma omp target map(tofrom: a)
    {
        #pragma omp loop
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
    int right = 0;
    for (int i = 0; i < n; i++)
        right += a[i] == i + 2;
    CHECK(right == n);

    /* Sequential code around it, variables of the region, two loops, one after the other. */
    int sum = 0, last = 0, after = 0;
    #pragma omp target map(tofrom: a, sum, last, after)
    {
        int by = 3, i = -1;
        sum = 10;
        #pragma omp loop reduction(+: sum) private(by)
        for (int k = 0; k < n; k++) {
            by = a[k] % 7;
            sum += by;
        }
        by += sum;
        #pragma omp loop lastprivate(i)
        for (i = 0; i < n - 33; i++)
            a[i] -= by;
        last = i;
        after = a[0] + by;
    }
    int wanted = 10;
    for (int i = 0; i < n; i++)
        wanted += (i + 2) % 7;
    CHECK(sum == wanted);
    CHECK(last == n - 33);
    CHECK(after == 2);
    CHECK(a[n - 1] == n - 1 + 2);

    #pragma omp target map(tofrom: b)
    #pragma omp loop collapse(2) order(concurrent)
    for (int i = 0; i < 70; i++)
        for (int j = 0; j < 50; j++)
            b[i][j] = i * 50 + j;
    right = 0;
    for (int i = 0; i < 70 * 50; i++)
        right += b[i / 50][i % 50] == i;
    CHECK(right == 3500);

    /* One loop in another, in a sequential loop, under a condition; a reduction of the inner one. */
    long total = 0, rows[20];
    #pragma omp target map(tofrom: b, total) map(from: rows)
    for (int round = 0; round < 3; round++) {
        if (round != 1) {
            #pragma omp loop
            for (int i = 0; i < 20; i++) {
                long row = 0;
                #pragma omp loop reduction(+: row)
                for (int j = 0; j < 50; j++)
                    row += b[i][j];
                rows[i] = row;
            }
        }
        #pragma omp loop reduction(+: total) bind(thread)
        for (int i = 0; i < 20; i++)
            total += rows[i];
    }
    long expected = 0;
    for (int i = 0; i < 20 * 50; i++)
        expected += i;
    CHECK(total == 3 * expected);

    /* A whole region that reduces. */
    double most = -1;
    #pragma omp target loop reduction(max: most) map(tofrom: most)
    for (int i = 0; i < 1000; i++)
        most = (i * 37) % 1000 > most ? (i * 37) % 1000 : most;
    CHECK(most == 999);
    return test_end();
}
