/* Functions called from a region become device functions without a word, and so do those they call. */
#include "../test.h"

static int leaf(int x)
{
    return x * x;
}

static inline int middle(int x)
{
    return leaf(x) + leaf(x + 1);
}

int outer(int x)
{
    return middle(x) - 1;
}

int main(void)
{
    int a[50];
    #pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 50; i++)
        a[i] = outer(i);
    for (int i = 0; i < 50; i++)
        CHECK(a[i] == i * i + (i + 1) * (i + 1) - 1);
    printf("%d %d\n", a[49], outer(3));
    return test_end();
}
