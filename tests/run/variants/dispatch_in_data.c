// host: skip
/* Arguments of a dispatched call that stand for the device's storage already. */
#include "../test.h"

static int got_device;
void foo_dev(int *p, int n)
{
    #pragma omp target is_device_ptr(p)
    p[0] = n;
    got_device = 1;
}
#pragma omp declare variant(foo_dev) match(construct={dispatch}) adjust_args(need_device_ptr: p)
void foo(int *p, int n) { p[0] = n; }

int main(void)
{
    int x = 1, other = 3;
    #pragma omp target data map(tofrom: x, other) use_device_addr(x)
    {
        #pragma omp dispatch
        foo(&x, 2);
        #pragma omp dispatch
        foo(&other, 4);
    }
    CHECK(x == 2 && other == 4 && got_device);
    #pragma omp target data map(tofrom: x) use_device_addr(x)
    {
        int pass = 1;
        #pragma omp dispatch novariants(pass < 0)
        foo(&x, 5);
    }
    CHECK(x == 5);
    return test_end();
}
