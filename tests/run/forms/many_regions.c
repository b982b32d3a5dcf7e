/* Many regions in one function, of several forms, over the same data. */
#include "../test.h"

int main(void)
{
    int a[128];
    for (int i = 0; i < 128; i++)
        a[i] = 1;

    #pragma omp target parallel for
    for (int i = 0; i < 128; i++)
        a[i] += i;
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < 128; i++)
        a[i] *= 2;
    #pragma omp target teams distribute
    for (int i = 0; i < 128; i++)
        a[i] -= 1;
    #pragma omp target simd
    for (int i = 0; i < 128; i++)
        a[i] ^= 3;
    #pragma omp target
    for (int i = 0; i < 128; i++)
        a[i] += 7;
    #pragma omp target teams loop
    for (int i = 0; i < 128; i++)
        a[i] *= 3;
    #pragma omp target parallel loop
    for (int i = 0; i < 128; i++)
        a[i] -= i;
    #pragma omp target teams distribute parallel for simd
    for (int i = 0; i < 128; i++)
        a[i] /= 2;
    #pragma omp target parallel for simd
    for (int i = 0; i < 128; i++)
        a[i] %= 101;
    #pragma omp target teams distribute simd
    for (int i = 0; i < 128; i++)
        a[i] = -a[i];

    unsigned folded = 0;
    for (int i = 0; i < 128; i++) {
        int x = 1 + i;
        x = ((((x * 2 - 1) ^ 3) + 7) * 3 - i) / 2 % 101;
        CHECK(a[i] == -x);
        folded = folded * 31 + (unsigned)x;
    }
    printf("%u\n", folded);
    return test_end();
}
