/* collapse over loops of different types and directions. */
#include "../test.h"
#include <stdint.h>

int main(void)
{
    static int a[5][7][9], b[4][6][8][3];

    #pragma omp target teams distribute parallel for collapse(3)
    for (signed char i = 4; i >= 0; i--)
        for (unsigned long j = 0; j < 7; j++)
            for (short k = 0; k != 9; k++)
                a[i][j][k] += (int)(i * 100 + (int)j * 10 + k) + 1;

    #pragma omp target parallel for collapse(4)
    for (uint8_t i = 0; i < 4; i++)
        for (int64_t j = 5; j >= 0; j -= 1)
            for (unsigned k = 1; k <= 8; k++)
                for (int l = -3; l < 0; l++)
                    b[i][j][k - 1][l + 3] += (int)(i * 1000 + j * 100 + k * 10 + l);

    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 0; k < 9; k++)
                CHECK(a[i][j][k] == i * 100 + j * 10 + k + 1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 8; k++)
                for (int l = 0; l < 3; l++)
                    CHECK(b[i][j][k][l] == i * 1000 + j * 100 + (k + 1) * 10 + l - 3);
    printf("%d %d\n", a[4][6][8], b[3][5][7][2]);
    return test_end();
}
