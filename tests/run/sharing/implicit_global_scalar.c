/* A global scalar that is not declare target is firstprivate too. */
#include "../test.h"

int global = 5;
static double file_static = 2.5;

int main(void)
{
    static int local_static = 7;
    double out = 0;
    #pragma omp target map(from: out)
    {
        out = global + file_static + local_static;
        global = 0;
        file_static = 0;
        local_static = 0;
    }
    CHECK(out == 14.5);
    CHECK(global == 5 && file_static == 2.5 && local_static == 7);
    printf("%g\n", out);
    return test_end();
}
