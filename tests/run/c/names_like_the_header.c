/* Names that begin like those of the runtime's header and are none of them; its words in strings; macros of device code. */
#include "../test.h"

#pragma omp declare target
static int romp_double(int x) { return 2 * x; }
static int ROMP_CODE = 3;
static int ROMP_FN(int x) { return x + ROMP_CODE; }
#pragma omp end declare target

int main(void)
{
    const char *text = "romp_value(ROMP_TARGET)";
    int romp_count = 0;
    #pragma omp target map(tofrom: romp_count)
    romp_count += romp_double(4) + ROMP_FN(1);
    CHECK(romp_count == 12);
    CHECK(text[0] == 'r');
    return test_end();
}
