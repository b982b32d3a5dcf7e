/* Global and static arrays and pointers that are not declare target. */
#include "../test.h"

static double grid[32][32];
int *numbers;
static struct {
    int count;
    int items[64];
} list;

int main(void)
{
    numbers = malloc(64 * sizeof *numbers);
    list.count = 64;
    for (int i = 0; i < 64; i++)
        numbers[i] = i * 3;

    #pragma omp target teams distribute parallel for collapse(2) map(from: grid)
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++)
            grid[i][j] = i * 0.5 + j;
    #pragma omp target teams distribute parallel for map(to: numbers[0:64])
    for (int i = 0; i < list.count; i++)
        list.items[i] = numbers[i] + 1;

    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++)
            CHECK(grid[i][j] == i * 0.5 + j);
    for (int i = 0; i < 64; i++)
        CHECK(list.items[i] == 3 * i + 1);
    printf("%g %d\n", grid[31][31], list.items[63]);
    free(numbers);
    return test_end();
}
