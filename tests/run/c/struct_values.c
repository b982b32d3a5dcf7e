/* Structs by value as arguments and results, arrays inside, chained member access. */
#include "../test.h"

typedef struct {
    double m[2][2];
} matrix;

#pragma omp declare target
static matrix product(matrix a, matrix b)
{
    matrix c = {{{0}}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                c.m[i][j] += a.m[i][k] * b.m[k][j];
    return c;
}
static matrix power(matrix a, int n)
{
    matrix r = {{{1, 0}, {0, 1}}};
    while (n--)
        r = product(r, a);
    return r;
}
#pragma omp end declare target

int main(void)
{
    double a[40];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 40; i++)
        a[i] = power((matrix){{{1, 1}, {1, 0}}}, i).m[0][1];
    double x = 0, y = 1;
    for (int i = 0; i < 40; i++) {
        CHECK(a[i] == x);
        double z = x + y;
        x = y;
        y = z;
    }
    printf("%g\n", a[39]);
    return test_end();
}
