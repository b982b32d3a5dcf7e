// "a worksharing construct that not all threads of the team encounter" "threads 0-4, 6-7 encountered that of worksharing_rounds.c:11" "thread 5 did not"
// Threads that meet a `single` a different number of times.
#include <stdio.h>
#include <omp.h>
int main(void) {
    int a[64] = {0};
    #pragma omp target parallel num_threads(8) map(tofrom: a)
    {
        int rounds = omp_get_thread_num() == 5 ? 2 : 3;
        for (int r = 0; r < rounds; r++) {
            #pragma omp single nowait
            a[r]++;
        }
    }
    printf("survived\n");
}
