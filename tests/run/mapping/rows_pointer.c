/* A pointer to rows, mapped by rows. */
#include "../test.h"

int main(void)
{
    enum { rows = 40, cols = 25 };
    double(*m)[cols] = malloc(sizeof(double[rows][cols]));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = i - j;

    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: m[10:20][0:cols])
    for (int i = 10; i < 30; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] *= 4;
    #pragma omp target teams distribute parallel for map(tofrom: m[0:rows])
    for (int i = 0; i < rows; i++)
        m[i][0] += 1;

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            CHECK(m[i][j] == (i - j) * (i >= 10 && i < 30 ? 4 : 1) + (j == 0));
    printf("%g\n", m[29][0]);
    free(m);
    return test_end();
}
