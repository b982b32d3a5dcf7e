// host: skip (gcc 12 knows the clause `depend` for this only)
/* `omp_cur_iteration - 1` names the iteration before the current one (OpenMP 5.2, 15.9.6). */
#include "../test.h"

#define ONE_BEFORE doacross(sink: omp_cur_iteration - 1)

static int up[700], down[700];

int main(void)
{
    int n = 700, sizes[] = {1, 4, 33};
    for (int s = 0; s < 3; s++) {
        int last = 0;
        for (int i = 0; i < n; i++)
            up[i] = down[i] = 0;
        #pragma omp target parallel num_threads(sizes[s]) map(tofrom: up, down, last)
        {
            #pragma omp for ordered(1) schedule(dynamic, 2)
            for (int i = 1; i < n; i++) {
                #pragma omp ordered doacross(sink: omp_cur_iteration - 1)
                up[i] = up[i - 1] + 1;
                #pragma omp ordered doacross(source: omp_cur_iteration)
            }
            #pragma omp for ordered(1) schedule(static, 1)
            for (long i = n - 1; i >= 3; i -= 3) {
                #pragma omp ordered ONE_BEFORE
                down[i - 3] = down[i] + 1;
                last = i;
                #pragma omp ordered doacross(source:)
            }
            #pragma omp for ordered(1)
            for (unsigned i = 4; i != 4; i++) {
                #pragma omp ordered doacross(sink:omp_cur_iteration-1)
                up[i] = -1;
                #pragma omp ordered doacross(source:)
            }
        }
        for (int i = 0; i < n; i++)
            CHECK(up[i] == i && down[i] == (i % 3 == 0 ? (699 - i) / 3 : 0));
        CHECK(last == 3);
    }
    return test_end();
}
