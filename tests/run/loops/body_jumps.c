/* continue, inner break, return-free control flow and nested loops in the body. */
#include "../test.h"

int main(void)
{
    enum { n = 300 };
    int a[n], b[n];

    #pragma omp target teams distribute parallel for map(from: a, b)
    for (int i = 0; i < n; i++) {
        a[i] = 0;
        b[i] = -1;
        if (i % 3 == 0)
            continue;
        for (int j = 0; j < 100; j++) {
            if (j * j > i)
                break;
            if (j % 2)
                continue;
            a[i] += j;
        }
        int k = i;
        while (k > 1) {
            k = k % 2 ? 3 * k + 1 : k / 2;
            if (k > 10000)
                break;
            b[i]++;
        }
    }
    unsigned folded = 0;
    for (int i = 0; i < n; i++) {
        int x = 0, y = -1;
        if (i % 3) {
            for (int j = 0; j * j <= i; j += 2)
                x += j;
            for (int k = i; k > 1; y++) {
                k = k % 2 ? 3 * k + 1 : k / 2;
                if (k > 10000)
                    break;
            }
        }
        CHECK(a[i] == x);
        CHECK(b[i] == y);
        folded = folded * 31 + (unsigned)(x + y);
    }
    printf("%u\n", folded);
    return test_end();
}
