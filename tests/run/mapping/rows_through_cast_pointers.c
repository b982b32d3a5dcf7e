/* A flat allocation seen as rows through a cast pointer to a VLA. */
#include "../test.h"

int main(void)
{
    int n = 20, m = 15;
    int *flat = malloc((size_t)(n * m) * sizeof *flat);
    int(*rows)[m] = (int(*)[m])flat;
    for (int i = 0; i < n * m; i++)
        flat[i] = 0;

    #pragma omp target data map(tofrom: flat[0:n * m])
    {
        #pragma omp target teams distribute parallel for collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                rows[i][j] = i * j;
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < n * m; i++)
            flat[i] += 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(flat[i * m + j] == i * j + 1);
    printf("%d\n", flat[n * m - 1]);
    free(flat);
    return test_end();
}
