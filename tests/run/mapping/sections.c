/* Sections with offsets: the kernel indexes as if the whole array were there. */
#include "../test.h"

int main(void)
{
    enum { n = 1000 };
    int *p = malloc(n * sizeof *p), a[n];
    for (int i = 0; i < n; i++)
        p[i] = a[i] = i;

    #pragma omp target teams distribute parallel for map(tofrom: p[100:200], a[700:])
    for (int i = 0; i < 200; i++) {
        p[100 + i] *= 2;
        a[700 + i] *= 3;
    }
    int lo = 333, len = 11;
    #pragma omp target teams distribute parallel for map(to: a[:10]) map(tofrom: p[lo:len])
    for (int i = 0; i < len; i++)
        p[lo + i] = -a[i % 10];

    for (int i = 0; i < n; i++) {
        int want = i >= 100 && i < 300 ? 2 * i : i >= 333 && i < 344 ? -((i - 333) % 10) : i;
        CHECK(p[i] == want);
        CHECK(a[i] == (i >= 700 && i < 900 ? 3 * i : i));
    }
    printf("%d %d\n", p[343], a[899]);
    free(p);
    return test_end();
}
