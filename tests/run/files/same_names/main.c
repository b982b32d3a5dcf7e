/* Static functions, variables and kernels of the same names in two files. */
#include "../../test.h"

void run_one(int n, int *a);
void run_two(int n, int *a);

static int helper(int x)
{
    return x - 1000;
}

int main(void)
{
    int a[60];
    for (int i = 0; i < 60; i++)
        a[i] = i;
    run_one(60, a);
    run_two(60, a);
    for (int i = 0; i < 60; i++)
        CHECK(a[i] == (i + 1 + i % 3 + 1) * 2 + (i % 3 + 1) * 10);
    CHECK(helper(0) == -1000);
    printf("%d\n", a[59]);
    return test_end();
}
