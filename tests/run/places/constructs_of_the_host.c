/* Device constructs in functions that devices execute, too: the host executes the constructs, and the rest of such a
   function is as on the host. A device that came to one would do something unspecified (5.2, 13.8), so it asks first. */
#include "../test.h"
#include <omp.h>

/* Not `declare target`: only the host's half of the functions uses it. */
static int of_the_host[4] = {1, 2, 3, 4};

#pragma omp declare target
int scale = 3;

static int scaled(int x)
{
    return x * scale;
}

/* Data constructs, one of them with a target region inside, stand-alone ones, and a region as the whole of a `case`. */
int work(int n, int *x)
{
    int sum = 0;
    if (omp_is_initial_device()) {
#pragma omp target data map(tofrom: x[0:n])
        {
            int more = 2;
#pragma omp target map(to: more)
            for (int i = 0; i < n; i++)
                x[i] += more;
            sum += scaled(0);
        }
#pragma omp target enter data map(to: of_the_host)
#pragma omp target update to(of_the_host)
#pragma omp target parallel for reduction(+: sum)
        for (int i = 0; i < 4; i++)
            sum += of_the_host[i];
#pragma omp target exit data map(release: of_the_host)
    }
    switch (n) {
    case 20:
#pragma omp target map(tofrom: sum)
        sum += 1000;
        break;
    default:
        sum += 100;
    }
    for (int i = 0; i < n; i++)
        sum += x[i];
    return scaled(sum);
}

/* Between constructs that a device does execute, and in the body of one. */
static void shared_out(int n, int *x)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (x[i] < 0) {
#pragma omp target map(tofrom: x[i:1])
            x[i] = -x[i];
        }
        x[i] += scaled(1);
    }
}

/* A macro, a value from a statement expression, and a return on each way. */
#define ON_DEVICE(statement) _Pragma("omp target") { statement }
static int returned(int n)
{
    int result = 0;
    if (n < 0) {
        result = ({
            int inner = n;
#pragma omp target map(tofrom: inner)
            inner *= 2;
            inner;
        });
        ON_DEVICE(if (n > 0) scale = 0;)
        return result;
    }
    return n + scaled(n);
}
#pragma omp end declare target

/* Device code comes to it through a table, and calls it without `declare target`. */
static int implicitly(int n)
{
    if (n == 0) {
#pragma omp target map(tofrom: n)
        n = 5;
    }
    return n;
}
static int (*const by_table[])(int) = {implicitly, returned};

int main(void)
{
    int x[20] = {0}, sum = 0;
    CHECK(work(20, x) == 3 * (40 + 10 + 1000));
    CHECK(work(3, x) == 3 * (100 + 12 + 10));
#pragma omp target map(tofrom: x, sum)
    sum = work(5, x);
    CHECK(sum == 3 * (100 + (on_device() ? 16 : 26 + 10)));

    int y[33];
    for (int i = 0; i < 33; i++)
        y[i] = i % 2 ? -i : i;
    shared_out(33, y);
#pragma omp target map(tofrom: y)
    shared_out(33, y);
    for (int i = 0; i < 33; i++)
        CHECK(y[i] == i + 6);

    int r = 0, s = 0, t = 0;
#pragma omp target map(from: r, s, t)
    {
        r = returned(7);
        s = implicitly(4);
        t = by_table[0](6) + by_table[1](1);
    }
    CHECK(r == 28 && s == 4 && t == 10);
    CHECK(returned(-4) == -8);
    CHECK(implicitly(0) == 5);
    return test_end();
}
