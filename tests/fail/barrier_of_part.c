// "threads of a team wait at different barriers" "threads 0-1, 3-6 at the barrier of barrier_of_part.c:14, of 7 threads"
// The same in a region of fewer threads than the block has.
#include <stdio.h>
#include <omp.h>
int main(void) {
    int a[64] = {0}, n = 0;
    #pragma omp target map(tofrom: a, n)
    {
    #pragma omp parallel num_threads(40)
    a[omp_get_thread_num()] = 1;
    #pragma omp parallel num_threads(7)
    {
        if (omp_get_thread_num() != 2) {
            #pragma omp barrier
            a[omp_get_thread_num()] = 2;
        }
    }
    n++;
    }
    printf("survived\n");
}
