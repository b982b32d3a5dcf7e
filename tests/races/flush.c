// The same by flushes.
#include <omp.h>
int main(void)
{
    int data = 0, flag = 0, got = 0;
#pragma omp target parallel num_threads(2) map(tofrom: data, flag, got)
    {
        if (omp_get_thread_num() == 0) {
            data = 42; // RACE
#ifdef ORDERED
#pragma omp flush
#endif
#pragma omp atomic write
            flag = 1;
        } else {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = flag;
            }
#pragma omp flush
            got = data; // RACE
        }
    }
    return got != 42;
}
