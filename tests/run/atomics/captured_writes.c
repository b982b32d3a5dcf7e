// host: skip
/* Captured writes, and statements of `atomic` in braces: OpenMP 5.2 has them, gcc 12 does not. */
#include "../test.h"
#include <omp.h>

struct pair { char low; double high; };

int main(void)
{
    int x = 5, v = 0, r = 0, count = 0;
    unsigned char narrow = 0;
    double d = 1, captured = 0;
    struct pair p = {0, 0};
    int a[4] = {0};
    #pragma omp target map(tofrom: x, v, r, count, narrow, d, captured, p, a)
    {
        #pragma omp atomic capture
        v = x = v + 7;
        #pragma omp atomic capture seq_cst
        { d = 2 * x; captured = d; }
        #pragma omp atomic capture, acq_rel
        r = narrow = 300;
        if (x == 7)
            #pragma omp atomic capture acquire
            p.high = a[count++] = (r++, 3);
        else
            x = 0;
        #pragma omp atomic write
        { p.low = 4; }
        #pragma omp atomic read
        { a[1] = p.low; }
        #pragma omp atomic compare
        { if (x < 9) { x = 9; } }
        #pragma omp atomic compare capture
        { if (x == 8) { x = 0; } else { a[2] = x; } }
        #pragma omp atomic update
        { a[3]++; }
    }
    CHECK(v == 7 && x == 9 && d == 14 && captured == 14);
    CHECK(r == 45 && narrow == 44);
    CHECK(p.high == 3 && a[0] == 3 && count == 1);
    CHECK(p.low == 4 && a[1] == 4 && a[2] == 9 && a[3] == 1);
    int threads = 0;
    #pragma omp target teams num_teams(1) map(tofrom: threads, v)
    {
        #pragma omp atomic capture
        v = threads = omp_get_num_teams();
    }
    CHECK(threads == v && threads > 0);
    return test_end();
}
