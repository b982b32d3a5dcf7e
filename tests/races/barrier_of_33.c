// The same by 33 threads.
#include <omp.h>
int main(void)
{
    int a[33], b[33];
#pragma omp target parallel num_threads(33) map(from: a, b)
    {
        int me = omp_get_thread_num();
        a[me] = me; // RACE
#ifdef ORDERED
#pragma omp barrier
#endif
        b[me] = a[(me + 1) % 33]; // RACE
    }
    return b[0] < -1;
}
