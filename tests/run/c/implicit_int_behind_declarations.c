// Functions without a type of their results, as C was before C99, directly behind other declarations.
#include "../test.h"

const int k = 3;
auto_var() { return 2; }
static unsigned u = 5;
main_part(a) int a;
{
    #pragma omp target map(tofrom: a)
    a += k + u;
    return a;
}
int w;added(x) { return x + 0; }
static unsigned v = 6;
next() { return auto_var() + v; }

int main(void)
{
    CHECK(auto_var() == 2);
    CHECK(main_part(1) == 9);
    CHECK(added(7) == 7 && next() == 8);
    int r = 0;
    #pragma omp target map(tofrom: r)
    r = added(k) + v;
    CHECK(r == 9);
    return test_end();
}
