// host: skip
/* Iterators of many values, and of values that only the program knows. */
#include "../test.h"

#define MANY 300

struct block {
    int *data;
    int length;
};

static int *table[MANY];

static int first(void)
{
    return 0;
}

int main(void)
{
    for (int i = 0; i < MANY; i++) {
        table[i] = malloc(4 * sizeof(int));
        for (int j = 0; j < 4; j++)
            table[i][j] = i + j;
    }
    #pragma omp target map(iterator(it = 0:MANY), tofrom: table[it][0:4]) map(to: table)
    for (int i = 0; i < MANY; i++)
        for (int j = 0; j < 4; j++)
            table[i][j] *= 2;
    int bad = 0;
    for (int i = 0; i < MANY; i++)
        for (int j = 0; j < 4; j++)
            bad += table[i][j] != 2 * (i + j);
    CHECK(bad == 0);

    /* None, one, several; counted up and down; through a variable, a call and another iterator. */
    for (int n = 0; n < 4; n++) {
        int step = n == 2 ? -1 : 1, from = step > 0 ? first() : n - 1, to = step > 0 ? n : -1;
        int sum = 0;
        #pragma omp target data map(to: table) map(iterator(long k = from : to : step), tofrom: table[k][:4])
        #pragma omp target map(tofrom: sum)
        for (int k = 0; k < n; k++) {
            table[k][1] = -k;
            sum += table[k][2];
        }
        CHECK(sum == (n == 0 ? 0 : n == 1 ? 4 : n == 2 ? 10 : 18));
        for (int k = 0; k < n; k++)
            CHECK(table[k][1] == -k);
        CHECK(table[n][1] == 2 * (n + 1));
    }

    int n = 3;
    struct block blocks[5], *p = blocks;
    for (int k = 0; k < 5; k++) {
        blocks[k].length = 2 + k;
        blocks[k].data = calloc(2 + k, sizeof(int));
    }
    #pragma omp target enter data map(to: blocks)
    #pragma omp target enter data map(iterator(k = 0:n + 2), to: p[k].data[0:p[k].length])
    #pragma omp target
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < blocks[k].length; i++)
            blocks[k].data[i] = 10 * k + i;
    #pragma omp target update from(iterator(k = 0:n, j = 1:2): blocks[k + j].data[j:1])
    for (int k = 0; k < 5; k++) {
        CHECK(blocks[k].data[1] == ((k >= 1 && k <= 3) || !on_device() ? 10 * k + 1 : 0));
        CHECK(blocks[k].data[0] == (on_device() ? 0 : 10 * k));
    }
    for (int k = 0; k < 5; k++)
        blocks[k].data[0] = 5;
    #pragma omp target update to(iterator(k = n:5): blocks[k].data[0])
    int sum = 0;
    #pragma omp target map(tofrom: sum)
    for (int k = 0; k < 5; k++)
        sum += blocks[k].data[0];
    CHECK(sum == (on_device() ? 0 + 10 + 20 + 5 + 5 : 25));
    #pragma omp target exit data map(iterator(k = 0:n + 2), from: blocks[k].data[0:blocks[k].length])
    CHECK(blocks[4].data[3] == 43 && blocks[2].data[0] == (on_device() ? 20 : 5));
    #pragma omp target exit data map(release: blocks)
    CHECK(!on_device() || !omp_target_is_present(blocks[1].data, omp_get_default_device()));

    /* Sections of an array that only a data directive names. */
    int grid[8][8];
    for (int i = 0; i < 64; i++)
        grid[i / 8][i % 8] = i;
    #pragma omp target enter data map(to: grid)
    #pragma omp target
    for (int i = 0; i < 64; i++)
        grid[i / 8][i % 8] += 100;
    #pragma omp target update from(iterator(i = 0:n): grid[i * 2][i + 1])
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            CHECK(grid[i][j] == 8 * i + j + ((i % 2 == 0 && i < 6 && j == i / 2 + 1) || !on_device() ? 100 : 0));
    #pragma omp target exit data map(delete: grid)
    return test_end();
}
