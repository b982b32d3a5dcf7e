/* Unsigned loop variables: large spans, downward to zero, != across the wrap. */
#include "../test.h"

int main(void)
{
    int a[400] = {0}, b[400] = {0}, c[400] = {0};

    #pragma omp target teams distribute parallel for
    for (unsigned i = 3000000000u; i < 3000000400u; i++)
        a[i - 3000000000u] = (int)(i % 7);
    #pragma omp target teams distribute parallel for
    for (unsigned i = 399; i > 0; i--)
        b[i] = (int)i;
    #pragma omp target teams distribute parallel for
    for (unsigned long i = 18446744073709551216ul; i < 18446744073709551614ul; i += 2)
        c[i - 18446744073709551216ul] = 1;

    int ones = 0;
    for (unsigned i = 0; i < 400; i++) {
        CHECK(a[i] == (int)((3000000000u + i) % 7));
        CHECK(b[i] == (int)i);
        CHECK(c[i] == (i % 2 == 0 && i < 398));
        ones += c[i];
    }
    printf("%d\n", ones);
    return test_end();
}
