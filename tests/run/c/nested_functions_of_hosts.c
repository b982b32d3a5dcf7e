// Nested functions of GNU C are the host's: they hide functions of their names where they stand, and nowhere else.
#include "../test.h"

static int once(int x) { return x + 5; }

int main(void)
{
    int n = 3, r = 0, s = 0;
    int doubled(int x) { return x * 2 + n; }
    {
        int later(int x) { return doubled(x) + 1; }
        int once(int x) { return x; }
        CHECK(later(4) == 12 && once(3) == 3);
        #pragma omp target map(tofrom: r)
        r++;
    }
    extern int later(int);
    #pragma omp target map(tofrom: s)
    s = once(1) + later(2);
    CHECK(r == 1);
    CHECK(s == 6 + 202);
    return test_end();
}

int later(int x) { return x + 200; }
