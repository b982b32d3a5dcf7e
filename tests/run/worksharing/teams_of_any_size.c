/* Worksharing in regions of other sizes than the block, one after the other, in several teams. */
#include "../test.h"

enum { rounds = 6, most = 200 };

int main(void)
{
    int sizes[rounds] = {1, 5, 32, 33, 95, 64};
    int hits[rounds][most], order[rounds][most], counts[rounds], singles[rounds], copies[rounds], parts[rounds];
    memset(hits, 0, sizeof hits);
    memset(order, 0, sizeof order);
    memset(counts, 0, sizeof counts);
    memset(singles, 0, sizeof singles);
    memset(copies, 0, sizeof copies);
    memset(parts, 0, sizeof parts);

    #pragma omp target map(to: sizes) map(tofrom: hits, order, counts, singles, copies, parts)
    for (int r = 0; r < rounds; r++) {
        int threads = sizes[r];
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp for schedule(dynamic, 3) nowait
            for (int i = 0; i < most; i++)
                hits[r][i]++;
            #pragma omp single
            singles[r]++;
            int value = 0;
            #pragma omp single copyprivate(value)
            value = 10 + r;
            #pragma omp for ordered schedule(static, 1)
            for (int i = 0; i < 50; i++) {
                #pragma omp ordered
                order[r][counts[r]++] = i + value;
            }
            #pragma omp sections
            {
                #pragma omp section
                parts[r] += 1;
                #pragma omp section
                copies[r] = value;
            }
        }
        parts[r] += 100;
    }
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < most; i++)
            CHECK(hits[r][i] == 1);
        for (int i = 0; i < 50; i++)
            CHECK(order[r][i] == i + 10 + r);
        CHECK(counts[r] == 50 && singles[r] == 1 && copies[r] == 10 + r && parts[r] == 101);
    }

    int sums[8];
    memset(sums, 0, sizeof sums);
    #pragma omp target teams distribute num_teams(4) thread_limit(64) map(tofrom: sums)
    for (int t = 0; t < 8; t++) {
        int part[40], last = 0;
        for (int i = 0; i < 40; i++)
            part[i] = 0;
        #pragma omp parallel num_threads(33)
        {
            #pragma omp for schedule(guided) lastprivate(last)
            for (int i = 0; i < 40; i++) {
                part[i] += i * t;
                last = i;
            }
            #pragma omp masked
            part[0] += 1;
        }
        for (int i = 0; i < 40; i++)
            sums[t] += part[i];
        sums[t] += 1000 * last;
    }
    for (int t = 0; t < 8; t++)
        CHECK(sums[t] == t * 780 + 1 + 39000);
    return test_end();
}
