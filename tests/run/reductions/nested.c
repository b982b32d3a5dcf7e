/* A sum a row inside of a sum over the rows; reductions one after the other, in loops, and of several kinds. */
#include "../test.h"

enum { rows = 37, columns = 211 };

int main(void)
{
    static int a[rows][columns];
    long row_sums[rows], total = 0;
    for (int i = 0; i < rows; i++) {
        row_sums[i] = 0;
        for (int j = 0; j < columns; j++) {
            a[i][j] = (i * 31 + j * 17) % 101;
            row_sums[i] += a[i][j];
        }
        total += row_sums[i];
    }

    long found[rows], sum = 0;
    #pragma omp target teams distribute map(to: a) map(from: found) reduction(+: sum)
    for (int i = 0; i < rows; i++) {
        long row = 0;
        #pragma omp parallel for reduction(+: row)
        for (int j = 0; j < columns; j++)
            row += a[i][j];
        found[i] = row;
        sum += row;
    }
    CHECK(sum == total);
    for (int i = 0; i < rows; i++)
        CHECK(found[i] == row_sums[i]);

    /* One team that goes through all rows. */
    long one = 5;
    #pragma omp target map(to: a) map(tofrom: one) map(from: found)
    for (int i = 0; i < rows; i++) {
        long row = 0;
        #pragma omp parallel for reduction(+: row)
        for (int j = 0; j < columns; j++)
            row += a[i][j];
        found[i] = row;
        one += row;
    }
    CHECK(one == 5 + total);
    for (int i = 0; i < rows; i++)
        CHECK(found[i] == row_sums[i]);

    /* Straight into the original of the region, several times. */
    long again = 0;
    int most = 0;
    #pragma omp target map(to: a) map(tofrom: again, most)
    {
        for (int i = 0; i < rows; i++) {
            #pragma omp parallel for reduction(+: again) reduction(max: most)
            for (int j = 0; j < columns; j++) {
                again += a[i][j];
                most = a[i][j] > most ? a[i][j] : most;
            }
        }
        #pragma omp parallel for reduction(+: again)
        for (int j = 0; j < columns; j++)
            again += 1;
    }
    CHECK(again == total + columns);
    CHECK(most == 100);

    /* Worksharing loops of one parallel region: with barriers, without, and reading the result. */
    long x = 0, y = 0, z = 0, seen = 0;
    #pragma omp target parallel num_threads(70) map(to: a) map(tofrom: x, y, z) reduction(+: seen)
    {
        #pragma omp for reduction(+: x) nowait
        for (int j = 0; j < columns; j++)
            x += a[0][j];
        #pragma omp for reduction(+: y) nowait
        for (int j = 0; j < columns; j++)
            y += a[1][j];
        #pragma omp for reduction(+: z)
        for (int j = 0; j < columns; j++)
            z += a[2][j];
        #pragma omp for
        for (int j = 0; j < columns; j++)
            seen += z == row_sums[2];
    }
    CHECK(x == row_sums[0] && y == row_sums[1] && z == row_sums[2]);
    CHECK(seen == columns);
    return test_end();
}
