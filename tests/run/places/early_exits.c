/* break, continue and return around regions; a region as the last statement. */
#include "../test.h"

static int search(const int *a, int n, int what)
{
    for (int lo = 0; lo < n; lo += 16) {
        int at = -1, len = n - lo < 16 ? n - lo : 16;
        if (len == 0)
            continue;
        #pragma omp target parallel for map(to: a[lo:len]) map(tofrom: at)
        for (int i = lo; i < lo + len; i++)
            if (a[i] == what)
                at = i;
        if (at >= 0)
            return at;
        if (lo > 48)
            break;
    }
    return -1;
}

static void last(int *x)
{
    #pragma omp target map(tofrom: x[0:1])
    *x += 1;
}

int main(void)
{
    int a[100], x = 0;
    for (int i = 0; i < 100; i++)
        a[i] = i * 7;
    printf("%d %d %d\n", search(a, 100, 35), search(a, 100, 350), search(a, 100, 693));
    CHECK(search(a, 100, 35) == 5 && search(a, 100, 350) == 50 && search(a, 100, 693) == -1);
    last(&x);
    CHECK(x == 1);
    return test_end();
}
