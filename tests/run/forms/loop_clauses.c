/* loop with bind, order and collapse. */
#include "../test.h"

int main(void)
{
    int a[20][30], b[100], c[100];

    #pragma omp target teams loop collapse(2) order(concurrent) map(from: a)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            a[i][j] = i * 100 + j;

    #pragma omp target teams loop bind(teams) map(from: b)
    for (int i = 0; i < 100; i++)
        b[i] = -i;

    #pragma omp target parallel loop bind(parallel) map(from: c)
    for (int i = 0; i < 100; i++)
        c[i] = ~i;

    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            CHECK(a[i][j] == i * 100 + j);
    for (int i = 0; i < 100; i++) {
        CHECK(b[i] == -i);
        CHECK(c[i] == ~i);
    }
    printf("%d %d %d\n", a[19][29], b[99], c[99]);
    return test_end();
}
