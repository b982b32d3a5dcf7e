/* goto forward, backward and out of nested loops. */
#include "../test.h"

static int find(const int *v, int n, int what)
{
    int at = -1, i = 0;
again:
    if (i >= n)
        goto done;
    if (v[i] == what) {
        at = i;
        goto done;
    }
    i++;
    goto again;
done:
    return at;
}

int main(void)
{
    enum { n = 60 };
    int a[n], b[n], v[10] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    #pragma omp target teams distribute parallel for map(from: a, b) map(to: v)
    for (int i = 0; i < n; i++) {
        a[i] = find(v, 10, i);
        int x, y = 0;
        for (x = 0; x < 10; x++)
            for (y = 0; y < 10; y++)
                if (x * y == i)
                    goto found;
        x = y = -1;
    found:;
        b[i] = x * 100 + y;
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == (i < 10 ? 9 - i : -1));
        int x = b[i] / 100, y = b[i] % 100;
        CHECK(b[i] == -101 || x * y == i);
    }
    printf("%d %d %d\n", b[12], b[59], b[56]);
    return test_end();
}
