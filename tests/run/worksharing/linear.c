/* linear variables start each iteration where so many steps lead, and end where the last iteration leaves them. */
#include "../test.h"

#define MOST 1000

int main(void)
{
    static int a[MOST];
    const int sizes[] = {0, 1, 2, 33, 95, MOST};
    for (int s = 0; s < 6; s++) {
        int n = sizes[s], k = 3, step = -2;
        memset(a, 0, sizeof a);
        #pragma omp target parallel for linear(k: 2) map(tofrom: a)
        for (int i = 0; i < n; i++) {
            a[i] += k;
            k += 2;
        }
        CHECK(k == 3 + 2 * n);
        #pragma omp target parallel for num_threads(33) schedule(dynamic, 3) linear(k: step) map(tofrom: a)
        for (int i = 0; i < n; i++) {
            a[i] += k;
            k += step;
        }
        CHECK(k == 3);
        for (int i = 0; i < n; i++)
            CHECK(a[i] == 3 + 2 * i + 3 + 2 * n - 2 * i);

        unsigned char small = 250;
        int *p = a, last = -1;
        #pragma omp target map(tofrom: a, small, last)
        {
            int *q = a;
            #pragma omp parallel num_threads(7)
            {
                #pragma omp for linear(q) linear(small: 3)
                for (int i = n; i > 0; i--) {
                    *q++ = small;
                    if (i % 2) {
                        small += 3;
                        continue;
                    }
                    small += 3;
                }
                #pragma omp single
                last = (int)(q - a);
            }
        }
        CHECK(last == n && small == (unsigned char)(250 + 3 * n) && p == a);
        for (int i = 0; i < n; i++)
            CHECK(a[i] == (unsigned char)(250 + 3 * i));

        int i, j = 0;
        #pragma omp target simd linear(i) linear(j: 4) map(tofrom: a)
        for (i = 0; i < n; i++) {
            a[i] = j;
            j += 4;
        }
        CHECK(i == (n > 0 ? n : i) && j == 4 * n);
        for (int at = 0; at < n; at++)
            CHECK(a[at] == 4 * at);
    }
    return test_end();
}
