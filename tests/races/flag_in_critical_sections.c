// A value is handed over by a flag that critical sections keep.
#include <omp.h>
int main(void)
{
    int value = 0, flag = 0, got = 0;
#pragma omp target parallel num_threads(2) map(tofrom: value, flag, got)
    {
        if (omp_get_thread_num() == 0) {
#ifdef ORDERED
            value = 10;
#endif
#pragma omp critical
            flag = 1;
#ifndef ORDERED
            value = 10; // RACE
#endif
        } else {
            int ready = 0;
            while (!ready) {
#pragma omp critical
                ready = flag;
            }
            got = value; // RACE
        }
    }
#ifdef ORDERED
    return got != 10;
#else
    return 0;
#endif
}
