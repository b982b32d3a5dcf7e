/* A region in a function that calls itself: each call maps its own part. */
#include "../test.h"

static void fill(int *a, int n, int depth)
{
    if (n <= 4) {
        #pragma omp target map(from: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = depth;
        return;
    }
    fill(a, n / 2, depth + 1);
    fill(a + n / 2, n - n / 2, depth + 2);
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 100;
}

static void fill_serially(int *a, int n, int depth)
{
    if (n <= 4) {
        for (int i = 0; i < n; i++)
            a[i] = depth;
        return;
    }
    fill_serially(a, n / 2, depth + 1);
    fill_serially(a + n / 2, n - n / 2, depth + 2);
    for (int i = 0; i < n; i++)
        a[i] += 100;
}

int main(void)
{
    int a[37], want[37];
    fill(a, 37, 0);
    fill_serially(want, 37, 0);
    for (int i = 0; i < 37; i++) {
        printf("%d ", a[i]);
        CHECK(a[i] == want[i]);
    }
    puts("");
    return test_end();
}
