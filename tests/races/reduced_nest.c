// Iterations of collapsed loops that also reduce: an element of the next row, which the same thread may have next.
#include <stdio.h>

#define ROWS 40
#define COLUMNS 128

int main(void)
{
    static int a[ROWS + 1][COLUMNS];
    int sum = 0;
    #pragma omp target teams distribute parallel for collapse(2) num_teams(2) reduction(+: sum) map(tofrom: a, sum)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
#ifdef ORDERED
            a[i][j] = i + j;
            sum += a[i][j];
#else
            a[i][j] = i + j; // RACE
            sum += a[i + 1][j]; // RACE
#endif
        }
    printf("%d\n", sum >= 0);
    return 0;
}
