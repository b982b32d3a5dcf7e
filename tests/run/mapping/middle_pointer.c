/* Pointers into the middle of mapped arrays, without any clause, forwards and backwards. */
#include "../test.h"

int main(void)
{
    enum { n = 256 };
    int *base = malloc(n * sizeof *base);
    for (int i = 0; i < n; i++)
        base[i] = i;
    int *middle = base + n / 2, *quarter = base + n / 4;

    #pragma omp target data map(tofrom: base[0:n])
    {
        #pragma omp target teams distribute parallel for
        for (int i = -n / 2; i < n / 2; i++)
            middle[i] += 1000;
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < 10; i++)
            quarter[i] += middle[i];
        for (int *p = base; p < base + n; p += 64) {
            #pragma omp target
            *p = -1;
        }
    }
    for (int i = 0; i < n; i++) {
        int want = i % 64 == 0 ? -1 : i + 1000;
        if (i > n / 4 && i < n / 4 + 10)
            want += i + 64 + 1000;
        CHECK(base[i] == want);
    }
    printf("%d %d\n", base[65], base[255]);
    free(base);
    return test_end();
}
