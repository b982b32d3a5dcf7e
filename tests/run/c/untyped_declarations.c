// Declarations without a type are of int (C90): functions, and variables of each storage class, with no blank to spare.
#include "../test.h"
#pragma omp declare target
static total(n) { return n * 2; }
static h(void) { static calls; return ++calls; }
const limit = 7;
static counted(int k) {auto n = k;register m = 2;static s;const c = 3;s += n;return s * m * c;}
#pragma omp end declare target

int main(void)
{
    int x[6] = {0};
    #pragma omp target map(tofrom: x)
    {
        x[0] = total(4);
        h();
        h();
        x[1] = h();
        x[2] = limit;
        counted(1);
        x[3] = counted(2);
    }
    CHECK(x[0] == 8);
    CHECK(x[1] == 3);
    CHECK(x[2] == 7);
    CHECK(x[3] == 18);
    return test_end();
}
