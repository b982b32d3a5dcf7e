// host: skip (gcc 12 knows the clause `depend` for this only)
/* The clause `doacross` of OpenMP 5.2, beside `depend`. */
#include "../test.h"

static long long chain[700], table[60][31];

int main(void)
{
    int n = 700, sizes[] = {1, 33, 96};
    for (int s = 0; s < 3; s++) {
        #pragma omp target parallel num_threads(sizes[s]) map(tofrom: chain, table)
        {
            #pragma omp for ordered(1) schedule(dynamic, 3)
            for (int i = 0; i < n; i++) {
                #pragma omp ordered doacross(sink: i - 5) doacross(sink: i - 3)
                chain[i] = i < 5 ? i : chain[i - 5] - chain[i - 3] + i;
                #pragma omp ordered doacross(source: omp_cur_iteration)
            }
            #pragma omp for ordered(2)
            for (unsigned i = 0; i < 60; i++)
                for (int j = 30; j >= 0; j -= 3) {
                    #pragma omp ordered doacross(sink: i - 1, j + 3) doacross(sink: i - 2, j + 1)
                    table[i][j] = i && j < 30 ? table[i - 1][j + 3] + 1 : 0;
                    #pragma omp ordered doacross(source:)
                }
        }
        long long expected[700];
        for (int i = 0; i < n; i++) {
            expected[i] = i < 5 ? i : expected[i - 5] - expected[i - 3] + i;
            CHECK(chain[i] == expected[i]);
        }
        for (int i = 0; i < 60; i++)
            for (int j = 30; j >= 0; j -= 3)
                CHECK(table[i][j] == (i < (30 - j) / 3 ? i : (30 - j) / 3));
    }
    return test_end();
}
