/* Sections whose lengths the region computes, in bodies that read them: copies on the stacks of threads. */
#include "../test.h"

enum { n = 3000, most = 90 };

static int a[n];
static int counts[most];
static double sums[most];
static double table[8][5];

static void seen(int *count) { ++*count; }

int main(void)
{
    for (int i = 0; i < n; i++)
        a[i] = (i * 7919) % 1013;
    int sizes[] = {1, 5, 32, 33, 95, 992};
    for (int s = 0; s < 6; s++) {
        for (int i = 0; i < most; i++)
            counts[i] = 1, sums[i] = 0.5;
        for (int i = 0; i < 40; i++)
            table[i / 5][i % 5] = -1;
        #pragma omp target map(to: a) map(tofrom: counts, sums, table)
        {
            int length = a[1] % 60 + 17, lower = a[0] + 3;
            #pragma omp parallel for num_threads(sizes[s]) reduction(+: counts[lower:length], sums[0:length]) \
                reduction(max: table[1:lower])
            for (int i = 0; i < n; i++) {
                seen(&counts[lower + a[i] % length]);
                double *const at = &sums[a[i] % length];
                *at = *at + 1.0 / (i + 1);
                double *const row = table[1 + i % lower];
                row[i % 5] = a[i] > row[i % 5] ? a[i] : row[i % 5];
            }
        }
        const int length = a[1] % 60 + 17, lower = 3;
        int bad = 0;
        static double before[most];
        for (int k = 0; k < most; k++) {
            int count = 1;
            double sum = 0.5;
            for (int i = 0; i < n; i++) {
                count += lower + a[i] % length == k;
                sum += a[i] % length == k ? 1.0 / (i + 1) : 0;
            }
            bad += counts[k] != count;
            bad += sums[k] - sum > 1e-12 || sum - sums[k] > 1e-12;
            before[k] = sums[k];
        }
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 5; c++) {
                double want = -1;
                for (int i = 0; i < n; i++)
                    if (1 + i % lower == r && i % 5 == c && a[i] > want)
                        want = a[i];
                bad += table[r][c] != want;
            }
        CHECK(bad == 0);
        /* The same bits again. */
        if (!on_device())
            continue;
        for (int i = 0; i < most; i++)
            sums[i] = 0.5;
        #pragma omp target map(to: a) map(tofrom: sums)
        {
            int own = a[1] % 60 + 17;
            #pragma omp parallel num_threads(sizes[s])
            {
                #pragma omp for reduction(+: sums[0:own])
                for (int i = 0; i < n; i++) {
                    double *const at = &sums[a[i] % own];
                    *at = *at + 1.0 / (i + 1);
                }
            }
        }
        for (int k = 0; k < most; k++)
            bad += sums[k] != before[k];
        CHECK(bad == 0);
    }
    return test_end();
}
