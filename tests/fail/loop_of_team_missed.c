// "a worksharing construct that not all threads of the team encounter" "loop_of_team_missed.c:10" "thread 3 did not"
// A `loop` that binds to the parallel region, which one thread leaves out.
#include <stdio.h>
#include <omp.h>
int main(void) {
    int a[64] = {0};
    #pragma omp target parallel num_threads(8) map(tofrom: a)
    {
        if (omp_get_thread_num() != 3) {
            #pragma omp loop bind(parallel)
            for (int i = 0; i < 64; i++) a[i] = i;
        }
    }
    printf("survived\n");
}
