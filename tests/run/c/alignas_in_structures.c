/* Words of C11 by their macros, which leave line markers in the preprocessed text. */
#include "../test.h"
#include <assert.h>
#include <stdalign.h>
#include <stdnoreturn.h>

static_assert(sizeof(int) == 4, "int");

struct aligned {
    static_assert(1, "inside");
    int first;
    alignas(32) float f[3];
    char last;
};

noreturn static void stop(void)
{
    for (;;)
        ;
}

int main(void)
{
    struct aligned s = {1, {1, 2, 3}, 'x'};
    int sizes[4] = {0}, sum = 0;
    #pragma omp target map(tofrom: s, sizes, sum)
    {
        alignas(32) int z[2] = {4, 5};
        static_assert(1, "in a block");
        sizes[0] = alignof(struct aligned);
        sizes[1] = (int)sizeof(struct aligned);
        sizes[2] = alignof(double);
        sizes[3] = alignof(char[40]);
        assert(sizes[0] > 0);
        if (sizes[0] < 0)
            stop();
        sum = (int)s.f[2] + z[1];
        s.last = 'y';
    }
    CHECK(sizes[0] == 32 && sizes[1] == 64 && sizes[2] == 8 && sizes[3] == 1);
    CHECK(sum == 8 && s.last == 'y');
    return test_end();
}
