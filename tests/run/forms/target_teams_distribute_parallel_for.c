#include "../test.h"

int main(void)
{
    int n = 1000000;
    int *a = malloc((size_t)n * sizeof *a);

    #pragma omp target teams distribute parallel for map(from: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i ^ (i >> 3);

    unsigned folded = 0;
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == (i ^ (i >> 3)));
        folded = folded * 31 + (unsigned)a[i];
    }
    printf("%u\n", folded);
    free(a);
    return test_end();
}
