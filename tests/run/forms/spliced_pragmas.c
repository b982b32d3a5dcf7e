/* Lines that go on behind a backslash within the words of a directive. */
#include "../test.h"

int main(void)
{
    int x[10] = {0}, n = 10;
    #pra\
gma omp target map(tofrom: x)
    x[1] = 1;
    #pragma om\
p tar\
get map(tofrom: x)
    x[2] = 2;
    #\
    pragma omp target teams distribute parallel for \
        map(tofrom: x[0:n]) /* of
                               all */
    for (int i = 3; i < n; i++)
        x[i] = i;
    CHECK(x[0] == 0 && x[1] == 1 && x[2] == 2);
    for (int i = 3; i < n; i++)
        CHECK(x[i] == i);
    return test_end();
}
