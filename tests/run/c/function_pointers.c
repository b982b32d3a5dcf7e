/* Function pointers that begin and end their life on the device. */
#include "../test.h"

typedef double (*operation)(double, double);

#pragma omp declare target
static double add(double a, double b)
{
    return a + b;
}
static double subtract(double a, double b)
{
    return a - b;
}
static double multiply(double a, double b)
{
    return a * b;
}
static double apply(operation f, double a, double b)
{
    return f(a, b);
}
#pragma omp end declare target

int main(void)
{
    enum { n = 30 };
    double out[n];
    #pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < n; i++) {
        operation table[3] = {add, subtract, &multiply};
        out[i] = apply(table[i % 3], i, 2) + (*table[0])(1, 1);
    }
    for (int i = 0; i < n; i++)
        CHECK(out[i] == (i % 3 == 0 ? i + 2 : i % 3 == 1 ? i - 2 : i * 2) + 2);
    printf("%g\n", out[n - 1]);
    return test_end();
}
