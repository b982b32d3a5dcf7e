/* Regions launched by the threads of a host parallel region, each over its own data. */
#include "../test.h"

int main(void)
{
    enum { rows = 8, n = 200 };
    static int a[rows][n];

    #pragma omp parallel for num_threads(4)
    for (int r = 0; r < rows; r++) {
        int *row = a[r];
        #pragma omp target teams distribute parallel for map(tofrom: row[0:n])
        for (int i = 0; i < n; i++)
            row[i] = r * 1000 + i;
        #pragma omp target data map(tofrom: row[0:n])
        {
            #pragma omp target teams distribute parallel for
            for (int i = 0; i < n; i++)
                row[i] += 1;
        }
    }
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++)
            CHECK(a[r][i] == r * 1000 + i + 1);
    printf("%d\n", a[rows - 1][n - 1]);
    return test_end();
}
