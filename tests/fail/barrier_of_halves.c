// "threads of a team wait at different barriers" "threads 0-3 at the barrier of barrier_of_halves.c:11" "threads 4-7 at the barrier of barrier_of_halves.c:14"
// One half of a team at each of two barriers.
#include <stdio.h>
#include <omp.h>
int main(void) {
    int a[64] = {0};
    #pragma omp target parallel num_threads(8) map(tofrom: a)
    {
        a[omp_get_thread_num()] = 1;
        if (omp_get_thread_num() < 4) {
            #pragma omp barrier
            a[omp_get_thread_num()] = 2;
        } else {
            #pragma omp barrier
            a[omp_get_thread_num()] = 3;
        }
    }
    printf("survived\n");
}
