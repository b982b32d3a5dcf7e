/* Blocks that declare anew what a local variable hides (C11, 6.2.2p4), and functions of the compiler that do not need
   to be declared. */
#include "../test.h"

int glob = 5, other = 7;
#pragma omp declare target to(glob, other)

int twice(int a)
{
    return 2 * a;
}

static int of_parameter(int glob)
{
    int r = glob;
    {
        extern int glob;
        r = 10 * r + glob;
        {
            int glob = 3;
            r = 10 * r + glob;
        }
    }
    return 10 * r + glob;
}

static double negated(double x)
{
    return -x;
}

int main(void)
{
    int r[8] = {0};
    double d[3] = {0};

    #pragma omp target map(tofrom: r)
    {
        int glob = 3, glob_ = 4;
        {
            extern int glob;
            r[0] = glob;
            glob = 6;
        }
        r[1] = glob + glob_;
        {
            int other = 2;
            {
                extern int glob, other;
                r[2] = glob * 10 + other;
                for (int glob = 0; glob < 2; glob++)
                    r[3] += glob;
            }
            r[3] += 100 * other;
        }
        r[4] = of_parameter(1);
    }
    CHECK(r[0] == 5 && r[1] == 7 && r[2] == 67 && r[3] == 201 && r[4] == 1631);

    int twice_ = 1;
    #pragma omp target map(tofrom: r)
    {
        int twice = 3;
        {
            int twice(int);
            r[5] = twice(10);
        }
        r[5] += twice + twice_;
    }
    CHECK(r[5] == 24);

    #pragma omp target parallel for map(tofrom: r) firstprivate(twice_)
    for (int i = 0; i < 1; i++) {
        int other = i;
        #pragma omp critical
        {
            extern int other;
            other += twice_;
            r[6] = other;
        }
        r[7] = other;
    }
    CHECK(r[6] == 8 && r[7] == 0);

    #pragma omp target map(tofrom: d)
    {
        double (*fabs)(double) = negated;
        int sqrt = 4;
        d[0] = __builtin_fabs(-1.0) + fabs(1);
        d[1] = __builtin_sqrt(16.0) + sqrt;
        {
            int fabs = 2;
            d[2] = __builtin_fabs(-3.0) * fabs;
        }
    }
    CHECK(d[0] == 0 && d[1] == 8 && d[2] == 6);
    return test_end();
}
