// "thread 3 waits for the lock l, which thread 2 has since lock_kept.c:14, and which it kept when it ended"
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int x = 0;
    omp_lock_t l;
    #pragma omp target map(tofrom: x) map(alloc: l)
    {
        omp_init_lock(&l);
        #pragma omp parallel num_threads(4)
        {
            omp_set_lock(&l);
            x++;
            if (omp_get_thread_num() != 2)
                omp_unset_lock(&l);
        }
    }
    puts("survived");
    return 0;
}
