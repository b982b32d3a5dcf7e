// Cycles of an empty parallel region as another compiler's OpenMP runs it, by the clock of the thread that
// meets it: 201 batches of 20, the median. One line a number of workers.   empty_region [WORKERS...]
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { batch = 20, batches = 201 };

#pragma omp begin declare target
static inline unsigned long long cycles_now(void)
{
#ifdef __NVPTX__
    unsigned long long now;
    __asm__ volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
    return now;
#else
    return 0;
#endif
}
#pragma omp end declare target

static int order(const void *a, const void *b)
{
    const unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **words)
{
    static const char *const all[] = {"", "32", "96", "256", "512", "992"};
    const int rows = count > 1 ? count : 6;
    printf("%7s %9s %9s %9s\n", "workers", "cycles", "threads", "on host");
    for (int row = 1; row < rows; row++) {
        const int workers = atoi(count > 1 ? words[row] : all[row]);
        unsigned long long took[batches];
        int threads = 0, host = 0;
        for (int run = 0; run < 2; run++) {
#pragma omp target teams num_teams(1) thread_limit(workers) map(from: took) map(tofrom: threads, host)
            {
                host = omp_is_initial_device();
                for (int k = 0; k < batches; k++) {
                    const unsigned long long start = cycles_now();
                    for (int i = 0; i < batch; i++) {
#pragma omp parallel num_threads(workers)
                        {
                            __asm__ volatile("" ::: "memory");
                        }
                    }
                    took[k] = cycles_now() - start;
                }
#pragma omp parallel num_threads(workers)
                {
                    if (omp_get_thread_num() == 0)
                        threads = omp_get_num_threads();
                }
            }
        }
        qsort(took, batches, sizeof *took, order);
        printf("%7d %9.1f %9d %9d\n", workers, (double)took[batches / 2] / batch, threads, host);
        fflush(stdout);
    }
    return 0;
}
