/* Functions of another file have tasks that take part in the reductions of this one. */
#include "../../test.h"

#pragma omp declare target
extern long total;
void walk(int depth, long *sum);
void add(int n);
void blocks(int n, const int *a, long *sums);
#pragma omp end declare target

int main(void)
{
    int sizes[] = {1, 2, 33, 96};
    static int a[700];
    for (int i = 0; i < 700; i++)
        a[i] = i * 31 % 97;
    for (int s = 0; s < 4; s++) {
        const int threads = sizes[s];
        long sum = 5, sums[3] = {1, 2, 3}, all = 0;
        #pragma omp target map(tofrom: sum, sums) map(to: a)
        #pragma omp parallel num_threads(threads)
        #pragma omp single
        {
            #pragma omp taskgroup task_reduction(+: sum)
            walk(8, &sum);
            #pragma omp taskgroup task_reduction(+: sums)
            blocks(700, a, sums);
        }
        CHECK(sum == 5 + (1 << 8) - 1);
        for (int k = 0; k < 3; k++) {
            long want = k + 1;
            for (int i = k; i < 700; i += 3)
                want += a[i];
            CHECK(sums[k] == want);
        }
        #pragma omp target map(from: all)
        {
            total = 1;
            #pragma omp parallel num_threads(threads)
            #pragma omp single
            #pragma omp taskgroup task_reduction(+: total)
            for (int i = 0; i < 50; i++)
                add(i);
            all = total;
        }
        CHECK(all == 1 + 49 * 25);
    }
    return test_end();
}
