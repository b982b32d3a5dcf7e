// host: skip
/* Functions for target regions of a GPU: all device code stands in `target`. */
#include "../test.h"

static int where(int x) { return x; }
#pragma omp begin declare variant match(construct={target}, device={kind(nohost)})
static int where(int x) { return x + 100; }
#pragma omp end declare variant
#pragma omp begin declare variant match(construct={target}, device={kind(host), arch(nvptx64)})
static int where(int x) { return x + 200; }
#pragma omp end declare variant

int main(void)
{
    int r[2] = {0};
    #pragma omp target map(from: r)
    r[0] = where(1);
    #pragma omp target parallel num_threads(3) map(tofrom: r)
    {
        #pragma omp masked
        r[1] = where(2);
    }
    int more = on_device() ? 100 : 0;
    CHECK(r[0] == 1 + more && r[1] == 2 + more);
    CHECK(where(3) == 3);
    return test_end();
}
