// Regions of different sizes in loops and branches, among them sizes that no warps make up, barriers in
// them, and nested regions.
#include "../test.h"

int main(void)
{
    int out[1000], seen[12] = { 0 }, n = 40;
    for (int i = 0; i < 1000; i++)
        out[i] = -1;

#pragma omp target map(tofrom: out, seen)
    {
        int total = 0;
        int k = n * 2;
        double w[4] = { 0 };
        for (int r = 0; r < 5; r++) {
            w[r % 4] = r;
            seen[0] += omp_get_num_threads();
            if (r % 2 == 0) {
#pragma omp parallel num_threads(33)
                {
                    int me = omp_get_thread_num();
                    out[me] = r + k + (int)w[r % 4];
#pragma omp barrier
                    out[100 + me] = out[(me + 1) % omp_get_num_threads()];
                    if (me == 0) {
                        seen[1] = omp_get_num_threads();
                        seen[2] = omp_get_level();
                        total += 1;
                    }
                }
            } else {
#pragma omp parallel for num_threads(r + 1)
                for (int i = 0; i < 100; i++) {
                    out[200 + i] = i + r;
                    if (i == 0)
                        seen[3] = omp_get_num_threads();
                }
            }
            total += 10;
        }
        seen[4] = total;
#pragma omp parallel num_threads(95)
        {
            for (int round = 0; round < 10; round++) {
                out[300 + omp_get_thread_num()] = round;
#pragma omp barrier
                if (out[300 + (omp_get_thread_num() + 64) % omp_get_num_threads()] != round)
                    seen[5] = 1;
#pragma omp barrier
            }
        }
#pragma omp parallel num_threads(8)
        {
            int outer = omp_get_thread_num();
#pragma omp parallel num_threads(1)
            {
                if (outer == omp_get_ancestor_thread_num(1) && outer == 3)
                    seen[6] = omp_get_level() * 100 + omp_get_num_threads() * 10 + omp_get_thread_num();
            }
        }
#pragma omp parallel num_threads(16) if(parallel: n < 0)
        seen[7] = omp_get_num_threads() * 10 + omp_get_level() + omp_get_active_level();
    }
    for (int i = 0; i < 4; i++)
        CHECK(out[i] == 4 + 80 + 4);
    CHECK(seen[0] == 5 && seen[2] == 1 && seen[4] == 53 && seen[5] == 0 && seen[7] == 11);
    for (int i = 0; i < 100; i++)
        CHECK(out[200 + i] == i + 3);
    CHECK(seen[6] == 210);
    if (on_device()) {
        CHECK(seen[1] == 33 && seen[3] == 4);
        for (int i = 0; i < 33; i++)
            CHECK(out[i] == 88 && out[100 + i] == 88);
    }
    return test_end();
}
