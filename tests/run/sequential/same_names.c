// Parallel regions in a row declare the same names.
#include "../test.h"

int main(void)
{
    int out[80] = { 0 };

#pragma omp target map(tofrom: out)
    {
        int s = 1;
#pragma omp parallel num_threads(33)
        {
            int t = omp_get_thread_num();
            out[t] = t + s;
        }
        s += 10;
#pragma omp parallel num_threads(33)
        {
            int t = omp_get_thread_num(), s2 = s;
            out[40 + t] = t + s2;
        }
    }
    CHECK(out[0] == 1 && out[40] == 11);
    return test_end();
}
