// "deadlock: no thread of the team can go on" "threads 0-7 waiting in a loop, flag_never_set.c:" "threads 8-39 at the barrier of flag_never_set.c:"
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int flag = 0;
    #pragma omp target parallel num_threads(40) map(tofrom: flag)
    {
        int seen = 0;
        if (omp_get_thread_num() < 8)
            while (!seen) {
                /* Whoever sets it does so behind the barrier. */
                #pragma omp atomic read
                seen = flag;
            }
        #pragma omp barrier
        #pragma omp atomic write
        flag = 1;
    }
    puts("survived");
    return 0;
}
