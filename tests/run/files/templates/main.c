#include "../../test.h"

#define TYPE float
#define NAME float
#include "kern.inc"
#undef TYPE
#undef NAME

#define TYPE int
#define NAME int
#include "kern.inc"
#undef TYPE
#undef NAME

/* The same once more under another name: no line of it is the same text. */
#define TYPE int
#define NAME again
#include "kern.inc"

long other(int n, long *x);

int main(void)
{
    enum { N = 33 };
    float a[N];
    int b[N];
    long c[N];
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 3 * i;
        c[i] = 5 * i;
    }
    halve_float(N, a);
    halve_int(N, b);
    CHECK(a[1] == 0.5f && a[N - 1] == 16);
    CHECK(b[1] == 1 && b[N - 1] == 48);
    CHECK(total_float(N, a) == 264);
    CHECK(total_int(N, b) == total_again(N, b));
    CHECK(total_int(0, b) == 0);
    halve_again(N, b);
    CHECK(b[1] == 0 && b[N - 1] == 24);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += 5 * i / 2;
    CHECK(other(N, c) == sum);
    return test_end();
}
