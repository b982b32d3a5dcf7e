// What each thread finds by its number is its own, whichever single regions, sections and tasks it executes.
#include <omp.h>
int main(void)
{
    int own[4] = {0}, more[4] = {0}, sum = 0;
#ifdef ORDERED
#define ME omp_get_thread_num()
#else
#define ME 0
#endif
#pragma omp target parallel num_threads(4) map(tofrom: own, more, sum)
    {
        int me = ME;
        own[me] = 1; // RACE
        for (int i = 0; i < 8; i++) {
#pragma omp single nowait
            own[me]++; // RACE
#pragma omp sections nowait
            {
#pragma omp section
                own[me] += 2; // RACE
#pragma omp section
                own[me] += 3; // RACE
            }
        }
#pragma omp barrier
#pragma omp single
        for (int i = 0; i < 16; i++) {
#pragma omp task
            more[ME]++; // RACE
        }
#pragma omp critical
        sum += own[me] + more[me];
    }
#ifdef ORDERED
    return sum != 4 + 8 * (1 + 5) + 16;
#else
    return 0;
#endif
}
