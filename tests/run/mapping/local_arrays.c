/* Local arrays of one to four dimensions. */
#include "../test.h"

int main(void)
{
    int a[7], b[7][3], c[7][3][2], d[7][3][2][2];
    char text[16] = "lower case";

    #pragma omp target teams distribute parallel for map(from: a, b, c, d)
    for (int i = 0; i < 7; i++) {
        a[i] = i;
        for (int j = 0; j < 3; j++) {
            b[i][j] = i * 10 + j;
            for (int k = 0; k < 2; k++) {
                c[i][j][k] = b[i][j] * 10 + k;
                for (int l = 0; l < 2; l++)
                    *(*(*(*(d + i) + j) + k) + l) = c[i][j][k] * 10 + l;
            }
        }
    }
    #pragma omp target
    for (int i = 0; text[i]; i++)
        if (text[i] >= 'a' && text[i] <= 'z')
            text[i] = (char)(text[i] - 'a' + 'A');

    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++)
                for (int l = 0; l < 2; l++)
                    CHECK(a[i] == i && b[i][j] == i * 10 + j && d[i][j][k][l] == i * 1000 + j * 100 + k * 10 + l);
    CHECK(strcmp(text, "LOWER CASE") == 0);
    printf("%d %s\n", d[6][2][1][1], text);
    return test_end();
}
