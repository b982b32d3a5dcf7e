/* if(parallel: false): one thread. */
#include "../test.h"

int main(void)
{
    enum { n = 100 };
    int a[n], threads[n];
    for (int wide = 0; wide < 2; wide++) {
        #pragma omp target parallel for if(parallel: wide) map(from: a, threads)
        for (int i = 0; i < n; i++) {
            a[i] = i * 2;
            threads[i] = omp_get_num_threads();
        }
        for (int i = 0; i < n; i++) {
            CHECK(a[i] == i * 2);
            CHECK(wide ? threads[i] >= 1 : threads[i] == 1);
        }
    }
    return test_end();
}
