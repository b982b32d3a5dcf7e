// "thread 1 waits for the lock b, which thread 0 has since" "thread 0 waits for the lock a, which thread 1 has since" "take them in one order"
#include <omp.h>
#include <stdio.h>

#pragma omp begin declare target
omp_lock_t a, b;
#pragma omp end declare target

int main(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    {
        omp_init_lock(&a);
        omp_init_lock(&b);
        #pragma omp parallel num_threads(2)
        {
            omp_lock_t *first = omp_get_thread_num() ? &a : &b, *second = omp_get_thread_num() ? &b : &a;
            omp_set_lock(first);
            #pragma omp barrier
            omp_set_lock(second);
            x++;
            omp_unset_lock(second);
            omp_unset_lock(first);
        }
    }
    puts("survived");
    return 0;
}
