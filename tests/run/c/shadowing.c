/* Names that hide other names, in blocks, loops and parameters. */
#include "../test.h"

static int x = 1000;
typedef int value;

static int inner(int x)
{
    int y = x;
    {
        int x = 5;
        y += x;
        for (int x = 0; x < 3; x++)
            y += x;
    }
    return y + x;
}

int main(void)
{
    int a[30], i = 99;
    value n = 30;
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < n; i++) {
        int n = i * 2;
        {
            int i = n + 1;
            n = i;
        }
        int value = n;
        a[i] = inner(value) + n;
    }
    for (int k = 0; k < 30; k++)
        CHECK(a[k] == inner(2 * k + 1) + 2 * k + 1);
    CHECK(i == 99 && x == 1000);
    printf("%d\n", a[29]);
    return test_end();
}
