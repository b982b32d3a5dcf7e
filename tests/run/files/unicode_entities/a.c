// host: skip (gcc's assembler for nvptx knows no such names)
/* Functions and variables of device code with names beyond ASCII, shared by files. */
#include "../../test.h"
#include "names.h"

double wärme[4] = { 1, 2, 3, 4 };

int main(void)
{
    double s = 0;
    #pragma omp target map(tofrom: s)
    {
        wärme[2] = 10;
        s = löse(wärme, 4);
    }
    CHECK(s == 17);
    #pragma omp target update from(wärme)
    CHECK(wärme[2] == 10 && wärme[0] == 1);
    CHECK(summe() == 17);
    return test_end();
}
