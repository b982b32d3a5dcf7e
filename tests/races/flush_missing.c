// A value handed over by an atomic flag and flushes.
#include <omp.h>
int main(void)
{
    int value = 0, flag = 0, got = 0;
#pragma omp target parallel num_threads(2) map(tofrom: value, flag, got)
    {
        if (omp_get_thread_num() == 0) {
            value = 10; // RACE
#ifdef ORDERED
#pragma omp flush
#endif
#pragma omp atomic write
            flag = 1;
        } else {
            int ready = 0;
            while (!ready) {
#pragma omp atomic read
                ready = flag;
            }
#ifdef ORDERED
#pragma omp flush
#endif
            got = value; // RACE
        }
    }
    return 0;
}
