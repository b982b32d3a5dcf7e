/* lastprivate: the value of the sequentially last iteration comes back. */
#include "../test.h"

int main(void)
{
    int last = -1, x = -1, a[1000];
    double d = 0;

    #pragma omp target parallel for lastprivate(last, d) map(tofrom: last, d) map(from: a)
    for (int i = 0; i < 1000; i++) {
        last = i * 2;
        d = i / 2.0;
        a[i] = last + 1;
    }
    CHECK(last == 1998);
    CHECK(d == 499.5);
    for (int i = 0; i < 1000; i++)
        CHECK(a[i] == 2 * i + 1);

    #pragma omp target teams distribute parallel for lastprivate(x) map(tofrom: x)
    for (int i = 999; i > 3; i -= 5)
        x = i;
    CHECK(x == 4);
    printf("%d %g %d\n", last, d, x);
    return test_end();
}
