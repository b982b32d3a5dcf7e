/* `#pragma weak` in front of and behind what it names means what the attribute does. */
#include "../../test.h"

#pragma omp declare target
#pragma weak replaced
int replaced = 1;
#pragma weak answer
int answer(void) { return 1; }
int alone = 5;
int twice(int x) { return 2 * x; }
#pragma omp end declare target
#pragma weak alone
_Pragma("weak twice")

int main(void)
{
    int v = 0, address = 0;
    #pragma omp target map(from: v, address)
    {
        v = replaced + answer() + alone + twice(4);
        address = &replaced != 0 && &alone != 0;
    }
    CHECK(v == 10 + 20 + 5 + 8);
    CHECK(address);
    CHECK(replaced + answer() + alone + twice(4) == 43);
    return test_end();
}
