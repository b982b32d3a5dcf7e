// A value is handed over by a flag, with and without memory order.
#include <omp.h>
// ADVICE: needs release and the read acquire
int main(void)
{
    int data = 0, flag = 0, got = 0;
#pragma omp target parallel num_threads(2) map(tofrom: data, flag, got)
    {
        if (omp_get_thread_num() == 0) {
            data = 42; // RACE
#ifdef ORDERED
#pragma omp atomic write release
#else
#pragma omp atomic write relaxed
#endif
            flag = 1;
        } else {
            int seen = 0;
            while (!seen) {
#ifdef ORDERED
#pragma omp atomic read acquire
#else
#pragma omp atomic read relaxed
#endif
                seen = flag;
            }
            got = data; // RACE
        }
    }
    return got != 42;
}
