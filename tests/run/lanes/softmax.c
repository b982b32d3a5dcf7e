/* Several inner loops in one body, each of which reads what the one before has written or reduced. */
#include "../test.h"
#include <math.h>

enum { rows = 37, columns = 75 };

int main(void)
{
    static float a[rows][columns], b[rows][columns];
    static int place[rows];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;

    #pragma omp target teams distribute parallel for map(tofrom: a) map(from: place)
    for (int i = 0; i < rows; i++) {
        float most = -INFINITY, sum = 0;
        #pragma omp simd reduction(max: most)
        for (int j = 0; j < columns; j++)
            most = most > a[i][j] ? most : a[i][j];
        #pragma omp simd
        for (int j = 0; j < columns; j++)
            a[i][j] = a[i][j] - most;
        /* In another order than they were written. */
        #pragma omp simd reduction(+: sum)
        for (int j = 0; j < columns; j++)
            sum += a[i][columns - 1 - j];
        #pragma omp simd
        for (int j = 0; j < columns; j++)
            a[i][j] = a[i][j] * sum;
        int first = -1;
        for (int j = columns - 1; j >= 0; j--)
            if (a[i][j] == 0)
                first = j;
        place[i] = first;
    }

    for (int i = 0; i < rows; i++) {
        float most = -INFINITY, sum = 0;
        for (int j = 0; j < columns; j++)
            most = most > b[i][j] ? most : b[i][j];
        for (int j = 0; j < columns; j++)
            sum += b[i][j] - most;
        int first = -1;
        for (int j = 0; j < columns; j++) {
            CHECK(a[i][j] == (b[i][j] - most) * sum);
            if (first < 0 && a[i][j] == 0)
                first = j;
        }
        CHECK(place[i] == first);
    }
    return test_end();
}
