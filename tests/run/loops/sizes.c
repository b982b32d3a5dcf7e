/* Trip counts around the sizes of warps and blocks. */
#include "../test.h"

int main(void)
{
    static const int sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 1025, 65537};
    int *a = malloc(65600 * sizeof *a);

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        memset(a, -1, 65600 * sizeof *a);

        #pragma omp target teams distribute parallel for map(tofrom: a[0:n + 10])
        for (int i = 0; i < n; i++)
            a[i] += i + 1;
        #pragma omp target parallel for map(tofrom: a[0:n + 10])
        for (int i = 0; i < n; i++)
            a[i] += 1;

        for (int i = 0; i < n; i++)
            CHECK(a[i] == i + 1);
        for (int i = n; i < n + 10; i++)
            CHECK(a[i] == -1);
    }
    free(a);
    return test_end();
}
