/* An else after a region belongs to the if around it, not to anything inside. */
#include "../test.h"

static int choose(int a, int b)
{
    int x = 0;
    if (a)
        #pragma omp target map(tofrom: x)
        if (b)
            x = 1;
        else
            x = 2;
    else
        x = 3;
    return x;
}

int main(void)
{
    CHECK(choose(1, 1) == 1);
    CHECK(choose(1, 0) == 2);
    CHECK(choose(0, 1) == 3);
    return test_end();
}
