#include "../test.h"

#pragma omp declare target
static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
static int odd(unsigned n);
static int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}
static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
#pragma omp end declare target

int main(void)
{
    int a[16], b[16], c = 0;
    #pragma omp target teams distribute parallel for map(from: a, b)
    for (int i = 0; i < 16; i++) {
        a[i] = fibonacci(i);
        b[i] = even((unsigned)i);
    }
    #pragma omp target map(from: c)
    c = ackermann(2, 3);
    for (int i = 0; i < 16; i++)
        CHECK(a[i] == fibonacci(i) && b[i] == (i % 2 == 0));
    CHECK(c == 9);
    printf("%d %d\n", a[15], c);
    return test_end();
}
