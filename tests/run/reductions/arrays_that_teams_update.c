/* Arrays that are reduced over teams, and updated between parallel regions: once for each update of the program. */
#include "../test.h"

enum { blocks = 7, size = 40, n = blocks * size, bits = 0x55 };

static int a[n];

static void combined(int count)
{
    int rows[2][3] = {{0}}, computed[count], many[1000] = {0}, small[2] = {0};
    unsigned masks[3][2] = {{0}};
    for (int i = 0; i < count; i++)
        computed[i] = i;
    #pragma omp target teams distribute map(tofrom: a, rows, computed, many, small, masks) \
        reduction(+: rows, computed, many, small) reduction(^: masks)
    for (int b = 0; b < blocks; b++) {
        #pragma omp parallel for
        for (int i = 0; i < size; i++)
            a[b * size + i] += i;
        rows[b % 2][b % 3] += b + 1;
        computed[b % count]++;
        many[b * 100] -= b;
        small[b % 2] += b;
        masks[b % 3][1] ^= bits << b;
    }
    int sum = 0;
    for (int i = 0; i < 6; i++)
        sum += rows[i % 2][i % 3];
    CHECK(sum == 28 && rows[0][0] == 1 + 7 && rows[1][2] == 6);
    for (int i = 0; i < count; i++)
        CHECK(computed[i] == i + (blocks + count - 1 - i) / count);
    for (int b = 0; b < blocks; b++)
        CHECK(many[b * 100] == -b && many[b * 100 + 1] == 0);
    CHECK(small[0] == 12 && small[1] == 9);
    for (int k = 0; k < 3; k++)
        CHECK(masks[k][1] == (bits << k ^ bits << (k + 3) ^ (k == 0 ? bits << 6 : 0)) && masks[k][0] == 0);
}

/* A league of its own within the target region; sections; regions that may not be there. */
static void separate(int *cells, int count, int trips)
{
    double rows[2][2] = {{0}};
    #pragma omp target map(tofrom: a, rows, cells[0:10])
    #pragma omp teams num_teams(3) thread_limit(33) reduction(+: rows, cells[2:count])
    {
        #pragma omp distribute
        for (int b = 0; b < trips; b++) {
            rows[b % 2][0] += 0.5;
            if (b % 3)
                #pragma omp parallel for
                for (int i = 0; i < size; i++)
                    a[b * size + i] -= i;
            cells[2 + b % count] += 1;
            rows[b % 2][1] += b;
            #pragma omp parallel num_threads(1)
            a[b * size] = b;
        }
        #pragma omp distribute parallel for reduction(+: rows)
        for (int i = 0; i < trips * 4; i++)
            rows[i % 2][0] += 1;
    }
    CHECK(rows[0][0] + rows[1][0] == 0.5 * trips + 4 * trips);
    CHECK(rows[0][1] + rows[1][1] == trips * (trips - 1) / 2);
}

int main(void)
{
    int cells[10] = {0};
    combined(4);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i % size);
    separate(cells, 3, blocks);
    for (int i = 0; i < 10; i++)
        CHECK(cells[i] == (i == 2 ? 3 : i == 3 || i == 4 ? 2 : 0));
    for (int i = 0; i < n; i++)
        CHECK(a[i] == (i % size == 0 ? i / size : i / size % 3 ? 0 : i % size));
    separate(cells, 3, 0);
    CHECK(cells[2] == 3 && cells[3] == 2);
    return test_end();
}
