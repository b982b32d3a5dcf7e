#include "../test.h"

int main(void)
{
    enum { n = 257 };
    unsigned a[n];

    #pragma omp target parallel loop map(from: a)
    for (unsigned i = 0; i < n; i++)
        a[i] = i ^ 0x55u;

    unsigned folded = 0;
    for (unsigned i = 0; i < n; i++) {
        CHECK(a[i] == (i ^ 0x55u));
        folded = folded * 31 + a[i];
    }
    printf("%u\n", folded);
    return test_end();
}
