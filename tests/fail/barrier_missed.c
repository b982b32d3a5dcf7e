// "threads of a team wait at different barriers" "threads 0-1, 3-7 at the barrier of barrier_missed.c:14" "thread 2 at the barrier of"
// A barrier that one thread leaves out.
#include <stdio.h>
#include <omp.h>
int main(void) {
    int a[64] = {0}, n = 0;
    #pragma omp target map(tofrom: a, n)
    {
    n++;
    #pragma omp parallel num_threads(8)
    {
        a[omp_get_thread_num()] = 1;
        if (omp_get_thread_num() != 2) {
            #pragma omp barrier
            a[omp_get_thread_num()] = 2;
        }
    }
    n++;
    }
    printf("survived\n");
}
