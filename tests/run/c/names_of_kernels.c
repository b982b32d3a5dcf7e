/* Names that kernels would have, of everything that a program declares. */
#include "../test.h"

enum { step_1 = 3, step_2, step_3 };
struct step_4 { int value; };
typedef int step_5;
union step_6 { int value; float real; };
enum step_7 { first, second };
#define step_8 80
#define step_9(x) ((x) + 90)

static int step(int by)
{
    int out[10] = {0};
    #pragma omp target map(tofrom: out)
    out[0] = step_1 + step_2 + by;
    #pragma omp target map(tofrom: out)
    {
        enum { step = 4, step_2_ = 5 };
        out[1] = step + step_2_;
    }
    #pragma omp target map(tofrom: out)
    {
        enum { step_3_ = 6 };
        int step_3__ = 7;
        out[2] = step_3_ + step_3__ + step_3;
    }
    #pragma omp target map(tofrom: out)
    {
        struct step_4 one = {by};
        out[3] = one.value;
    }
    #pragma omp target map(tofrom: out)
    {
        step_5 one = by + 1;
        out[4] = one;
    }
    #pragma omp target map(tofrom: out)
    {
        union step_6 one = {by + 2};
        out[5] = one.value;
    }
    #pragma omp target map(tofrom: out)
    {
        enum step_7 one = second;
        out[6] = one + by;
    }
    #pragma omp target map(tofrom: out)
    out[7] = step_8 + by;
    #pragma omp target map(tofrom: out)
    out[8] = step_9(by);
    #pragma omp target map(tofrom: out)
    {
        struct { int step_10; } one = {by};
        if (one.step_10 > 0)
            goto step_10;
        one.step_10 = 1000;
    step_10:
        out[9] = one.step_10;
    }
    const int wanted[10] = {7 + by, 9, 18, by, by + 1, by + 2, by + 1, 80 + by, 90 + by, by};
    return memcmp(out, wanted, sizeof out) == 0;
}

int main(void)
{
    CHECK(step(2));
    CHECK(step_1 == 3 && step_8 == 80);
    return test_end();
}
