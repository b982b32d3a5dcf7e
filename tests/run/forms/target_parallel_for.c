#include "../test.h"

int main(void)
{
    enum { n = 1000 };
    int a[n];

    #pragma omp target parallel for map(from: a)
    for (int i = 0; i < n; i++)
        a[i] = 3 * i + 1;

    long sum = 0;
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 3 * i + 1);
        sum += a[i];
    }
    printf("%ld\n", sum);
    return test_end();
}
