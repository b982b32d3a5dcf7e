// host: skip
/* declare target local (OpenMP 6.0, 7.9): the device has a variable of its own, which all files name. */
#include "../../test.h"

extern int counter;
#pragma omp declare target local(counter)
static int own = 3;
#pragma omp declare target local(own)
static const int table[4] = { 1, 2, 3, 4 };
#pragma omp declare target local(table)

int other(void);

int main(void)
{
    int v = 0;
    #pragma omp target
    counter = 10;
    counter = 15;
    #pragma omp target map(from: v)
    v = counter++;
    if (on_device())
        CHECK(v == 10 && counter == 15);
    int seen = other();
    if (on_device())
        CHECK(seen == 11 + 4);
    #pragma omp target map(from: v)
    v = own + table[3];
    CHECK(v == 7);
    return test_end();
}
