/* Sections of arrays of two and three dimensions. */
#include "../test.h"

int main(void)
{
    static int a[20][30], b[4][5][6];
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            a[i][j] = i * 30 + j;

    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[5:10][0:30])
    for (int i = 5; i < 15; i++)
        for (int j = 0; j < 30; j++)
            a[i][j] = -a[i][j];
    #pragma omp target teams distribute parallel for map(tofrom: a[3][10:5])
    for (int j = 10; j < 15; j++)
        a[3][j] += 1000;
    #pragma omp target teams distribute parallel for collapse(3) map(tofrom: b[1:2][:][:])
    for (int i = 1; i < 3; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 6; k++)
                b[i][j][k] = i * 100 + j * 10 + k;

    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++) {
            int x = i * 30 + j;
            CHECK(a[i][j] == (i >= 5 && i < 15 ? -x : i == 3 && j >= 10 && j < 15 ? x + 1000 : x));
        }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 6; k++)
                CHECK(b[i][j][k] == (i == 1 || i == 2 ? i * 100 + j * 10 + k : 0));
    printf("%d %d\n", a[14][29], b[2][4][5]);
    return test_end();
}
