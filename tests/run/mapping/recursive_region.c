// A function whose own target region calls it again with its pointer: the host executes the region, the device does not.
#include "../test.h"

#pragma omp declare target
static void fill(int *a, int depth)
{
    if (depth == 0) {
        a[0] = 1;
        return;
    }
    if (omp_is_initial_device()) {
#pragma omp target map(tofrom: a[0:4])
        fill(a, depth - 1);
    }
}
#pragma omp end declare target

int main(void)
{
    int a[4] = {0};
    fill(a, 1);
    CHECK(a[0] == 1);
    int b[4] = {0};
    fill(b, 0);
    CHECK(b[0] == 1);
    printf("%d %d\n", a[0], b[0]);
    return test_end();
}
