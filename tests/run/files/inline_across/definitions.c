/* What makes an inline function external: `extern`, or a declaration without `inline`, before or behind it. */
#define BASE 10
#include "../../test.h"
#include "inline.h"

inline int declared_before(int x) { return 3 * x; }
extern inline int in_each_file(int x);

#pragma omp declare target
inline int declared_behind(int x) { return 5 * x; }
#pragma omp end declare target
extern int declared_behind(int x);

int main(void)
{
    int v = 0;
    #pragma omp target map(from: v)
    v = declared_before(1) + declared_behind(1) + in_each_file(1);
    CHECK(v == 3 + 5 + 11);
    CHECK(other_file(2) == 6 + 10 + 12);
    return test_end();
}
