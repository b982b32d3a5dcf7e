// Threads read what their neighbours write.
#include <omp.h>
int main(void)
{
    int a[64], b[64];
#pragma omp target parallel num_threads(64) map(from: a, b)
    {
        int me = omp_get_thread_num();
        a[me] = me; // RACE
#ifdef ORDERED
#pragma omp barrier
#endif
        b[me] = a[(me + 1) % 64]; // RACE
        // ADVICE: a barrier between the two
    }
    return b[0] < -1;
}
