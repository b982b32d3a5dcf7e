/* char, short and their kin as loop variables: they count in int, and store in their own type. */
#include "../test.h"

int main(void)
{
    int a[256] = {0}, b[256] = {0}, c[256] = {0}, d[70000] = {0}, e[300] = {0};

    #pragma omp target teams distribute parallel for
    for (signed char i = -60; i < 60; i++)
        a[i + 128] = i;
    #pragma omp target teams distribute parallel for
    for (unsigned char i = 0; i < 255; i++)
        b[i] = i + 1;
    #pragma omp target teams distribute parallel for
    for (char i = 10; i <= 110; i += 11)
        c[(int)i] = i * 2;
    #pragma omp target teams distribute parallel for
    for (unsigned short i = 0; i < 65533; i += 2)
        d[i] = i;
    #pragma omp target teams distribute parallel for
    for (short i = 100; i >= -100; i--)
        e[i + 100] = -i;

    long sum = 0;
    for (int i = 0; i < 256; i++) {
        CHECK(a[i] == (i >= 68 && i < 188 ? i - 128 : 0));
        CHECK(b[i] == (i < 255 ? i + 1 : 0));
        CHECK(c[i] == (i >= 10 && i <= 110 && (i - 10) % 11 == 0 ? i * 2 : 0));
        sum += a[i] + 3 * b[i] + 5 * c[i];
    }
    for (int i = 0; i < 65535; i++)
        CHECK(d[i] == (i % 2 || i >= 65533 ? 0 : i));
    for (int i = 0; i < 300; i++)
        CHECK(e[i] == (i <= 200 ? 100 - i : 0));
    printf("%ld %d\n", sum, d[65532]);
    return test_end();
}
