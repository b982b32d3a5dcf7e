// host: skip
/* `dispatch` calls the variant that is for it, with device pointers where the variant asks for them. */
#include "../test.h"

#define N 64

static int which;

static void add_on_device(int *arr, int n)
{
    which = 2;
    #pragma omp target teams distribute parallel for is_device_ptr(arr)
    for (int i = 0; i < n; i++)
        arr[i] += 2;
}

#pragma omp declare variant(add_on_device) match(construct={dispatch}) adjust_args(need_device_ptr: arr)
static void add(int *arr, int n)
{
    which = 1;
    for (int i = 0; i < n; i++)
        arr[i] += 1;
}

static int two(int x)
{
    return x + 2;
}

#pragma omp declare variant(two) match(construct={dispatch}, device={kind(host)})
static int one(int x)
{
    return x + 1;
}

int main(void)
{
    int a[N] = { 0 }, dev = omp_get_default_device();
    add(a, N);
    CHECK(which == 1 && a[5] == 1);
    #pragma omp target data map(tofrom: a)
    {
        #pragma omp dispatch
        add(a, N);
        CHECK(which == 2);
        #pragma omp dispatch device(dev) nowait depend(inout: a)
        add(a, N);
        #pragma omp dispatch novariants(N == 64)
        add((int[N]){ 0 }, N);
        CHECK(which == 1);
    }
    CHECK(a[5] == 5 && omp_get_default_device() == dev);
    #pragma omp target data map(tofrom: a) use_device_addr(a)
    {
        int *p = a;
        #pragma omp dispatch is_device_ptr(p)
        add(p, N);
    }
    CHECK(a[5] == 7);

    int r = one(1);
    CHECK(r == 2);
    #pragma omp dispatch
    r = one(1);
    CHECK(r == 3);
    if (r == 3)
        #pragma omp dispatch nocontext(r > 2)
        r = one(1);
    CHECK(r == 2);
    #pragma omp dispatch nocontext(r > 2)
    {
        r = one(1);
    }
    CHECK(r == 3);
    return test_end();
}
