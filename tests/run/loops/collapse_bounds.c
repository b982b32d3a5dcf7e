/* Inner bounds that are expressions over variables that do not change during the nest. */
#include "../test.h"

int main(void)
{
    int rows = 12, cols = 9, border = 2, count[12][20] = {{0}};
    int limits[2] = {17, 3};
    const int *limit = limits;

    #pragma omp target teams distribute parallel for collapse(2) map(to: limit[0:2])
    for (int i = border; i < rows - border; i += 1 + border / 2)
        for (int j = border * 2 - 4; j < cols + limit[0] - 8; j += limit[1])
            count[i][j] += 1;

    int sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 20; j++) {
            int in = i >= 2 && i < 10 && i % 2 == 0 && j < 18 && j % 3 == 0;
            CHECK(count[i][j] == in);
            sum += count[i][j];
        }
    printf("%d\n", sum);
    return test_end();
}
