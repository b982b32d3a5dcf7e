/* declare target link across files: functions of one file reach what another one defines and a third may map. */
#include "../../test.h"
#include "link.h"

int flag[100], limit;
record rec = { 1, { 1, 2, 3, 4 } };
static int own = 5;
#pragma omp declare target link(own)

void double_all(void);

int main(void)
{
    int c = -1;
    for (int i = 0; i < 100; i++)
        flag[i] = i % 2;
    for (limit = 0; limit < 2; limit++) {
        #pragma omp target map(to: flag, limit) map(from: c)
        c = counted();
        CHECK(c == 50 * limit);
        #pragma omp target map(to: flag, limit) map(from: c)
        c = counted_by_threads();
        CHECK(c == 50 * limit);
    }
    double_all();
    CHECK(rec.n == 2 && rec.d[0] == 2 && rec.d[3] == 8);
    #pragma omp target map(from: c)
    c = own;
    CHECK(c == 5);
    return test_end();
}
