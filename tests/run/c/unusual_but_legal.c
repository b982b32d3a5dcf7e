/* Odd but legal: empty statements, labels at ends, parentheses, unused parts, digits of all bases. */
#include "../test.h"

#pragma omp declare target
static void nothing(void)
{
}
static int (wrapped)(int (x))
{
    return (((x)));
}
#pragma omp end declare target

int main(void)
{
    enum { n = 10 };
    int a[n];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < (n); i++) {
        ;
        {
        }
        nothing();
        (void)i;
        if (i)
            ;
        else {
        }
        a[i] = (wrapped)(i) + 0x10 + 010 + 0b11;
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 16 + 8 + 3);
    printf("%d\n", a[n - 1]);
    return test_end();
}
