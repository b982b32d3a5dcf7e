/* device_type and functions that both sides call. */
#include "../test.h"

int both(int x)
{
    return x + 1;
}
#pragma omp declare target to(both) device_type(any)

static int on_both = 3;
#pragma omp declare target to(on_both)

int main(void)
{
    int out = 0;
    #pragma omp target map(from: out)
    out = both(on_both);
    CHECK(out == 4);
    CHECK(both(on_both) == 4);
    printf("%d\n", out);
    return test_end();
}
