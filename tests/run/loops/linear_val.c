// host: skip
/* `linear` with the modifier that is the default. */
#include "../test.h"

int main(void)
{
    int at = 5, a[100];
    #pragma omp target simd linear(val(at): 3) map(tofrom: a)
    for (int i = 0; i < 100; i++) {
        a[i] = at;
        at += 3;
    }
    CHECK(a[0] == 5 && a[99] == 302);
    #pragma omp target parallel for linear(val(at)) map(tofrom: at)
    for (int i = 0; i < 100; i++) {
        a[i] = at;
        at++;
    }
    CHECK(at == 405 && a[0] == 305 && a[99] == 404);
    return test_end();
}
