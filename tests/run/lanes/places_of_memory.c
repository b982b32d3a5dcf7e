/* Inner loops that write: through pointers of the iteration, members, several dimensions, two steps, atomically. */
#include "../test.h"

enum { rows = 40, columns = 70 };
struct cell {
    float value;
    int count;
};
struct grid {
    int n;
    double *data;
};

int main(void)
{
    static float a[rows][columns];
    static struct cell cells[rows][columns];
    int *v = malloc(sizeof(int) * rows * columns * 2);
    int histogram[16] = {0};
    struct grid grid = {columns, malloc(sizeof(double) * rows * columns)};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            a[i][j] = i * j % 23;
            cells[i][j].value = j;
            cells[i][j].count = i;
            grid.data[i * columns + j] = i + j;
            v[2 * (i * columns + j)] = v[2 * (i * columns + j) + 1] = i - j;
        }

    #pragma omp target teams distribute parallel for map(tofrom: a, cells, histogram, v[0:rows * columns * 2]) \
        map(to: grid) map(tofrom: grid.data[0:rows * columns])
    for (int i = 0; i < rows; i++) {
        struct cell *row = cells[i];
        int *const pairs = v + 2 * i * columns;
        double most = 0;
        #pragma omp simd
        for (int j = 0; j < columns; j++) {
            row[j].value += row[j].count;
            row[j].count = j;
        }
        #pragma omp simd reduction(max: most)
        for (int j = 0; j < columns; j++) {
            double *place = &grid.data[i * columns + j];
            most = most > *place ? most : *place;
        }
        #pragma omp simd
        for (int j = 0; j < columns; j++) {
            pairs[2 * j] = pairs[2 * j] * 2;
            grid.data[i * grid.n + j] += most;
        }
        #pragma omp parallel for
        for (int j = 0; j < columns; j++) {
            const int at = (int)a[i][j] % 16;
            #pragma omp atomic
            histogram[at]++;
            *(a[i] + j) = cells[i][j].value;
        }
    }

    int counts[16] = {0};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            counts[i * j % 23 % 16]++;
            CHECK(cells[i][j].value == i + j);
            CHECK(cells[i][j].count == j);
            CHECK(a[i][j] == i + j);
            CHECK(v[2 * (i * columns + j)] == 2 * (i - j));
            CHECK(v[2 * (i * columns + j) + 1] == i - j);
            CHECK(grid.data[i * columns + j] == i + j + i + columns - 1);
        }
    for (int k = 0; k < 16; k++)
        CHECK(histogram[k] == counts[k]);
    free(v);
    free(grid.data);
    return test_end();
}
