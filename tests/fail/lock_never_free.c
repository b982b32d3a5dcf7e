// "deadlock: no thread of the team can go on" "threads 1-32 waiting in a loop, lock_never_free.c:"
#include <omp.h>
#include <stdio.h>

int main(void)
{
    static omp_lock_t lock;
    int sum = 0;
    omp_init_lock(&lock);
    #pragma omp target parallel num_threads(33) map(tofrom: lock, sum)
    {
        /* Nobody gives it back. */
        omp_set_lock(&lock);
        sum++;
    }
    puts("survived");
    return 0;
}
