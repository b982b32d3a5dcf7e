// races: the wait for a volatile variable is no atomic read, and flushes alone do not make it one (OpenMP 5.2, 1.4.1)
/* Threads that wait for a volatile variable, as programs from before `atomic read` do. */
#include "../test.h"

static int in_turn(int threads)
{
    volatile int turn = 0;
    int sum = 0;
    #pragma omp target map(tofrom: turn, sum)
    #pragma omp parallel num_threads(threads)
    {
        int me = omp_get_thread_num();
        while (turn != me) {
            #pragma omp flush
        }
        sum += me;
        #pragma omp flush
        turn = me + 1;
        #pragma omp flush
    }
    return turn == threads && sum == threads * (threads - 1) / 2;
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 32, 33, 95, 256};
    const unsigned last = on_device() ? sizeof sizes / sizeof *sizes : 2; /* of the host's threads all wait in turn */
    for (unsigned i = 0; i < last; i++)
        CHECK(in_turn(sizes[i]));
    return test_end();
}
