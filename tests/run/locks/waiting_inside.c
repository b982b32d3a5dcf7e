/* Critical sections inside which a thread waits for another one that has been there before. */
#include "../test.h"

/* philosophers who take both forks in a critical section; lazy initialisation that is waited for inside one */
static int dine(int threads, int rounds)
{
    static int meals[992]; int ok = 1;
    for (int i = 0; i < 992; i++) meals[i] = 0;
    #pragma omp target map(tofrom: meals)
    {
        omp_lock_t fork[128];
        for (int i = 0; i < 128; i++) omp_init_lock(&fork[i]);
        #pragma omp parallel num_threads(threads)
        {
            int me = omp_get_thread_num(), a = me % 128, b = (me + 1) % 128;
            for (int i = 0; i < rounds; i++) {
                #pragma omp critical(waiter)
                { omp_set_lock(&fork[a]); omp_set_lock(&fork[b]); }
                meals[me]++;
                omp_unset_lock(&fork[a]);
                omp_unset_lock(&fork[b]);
            }
        }
    }
    for (int i = 0; i < threads; i++) ok &= meals[i] == rounds;
    return ok;
}
static int lazy(int threads)
{
    int state = 0, value = 0, seen = 0;
    #pragma omp target map(tofrom: state, value, seen)
    #pragma omp parallel num_threads(threads)
    {
        int mine = 0;
        #pragma omp critical(init)
        {
            int s;
            #pragma omp atomic read
            s = state;
            if (s == 0) {
                #pragma omp atomic write
                state = 1;
                mine = 1;
            } else {
                do {
                    #pragma omp atomic read
                    s = state;
                } while (s != 2);
            }
        }
        if (mine) {
            value = 42;
            #pragma omp flush
            #pragma omp atomic write
            state = 2;
        } else {
            #pragma omp atomic
            seen++;
        }
    }
    return value == 42 && seen == threads - 1;
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 8, 31, 32, 33, 95, 256};
    const unsigned last = on_device() ? sizeof sizes / sizeof *sizes : 2; /* of the host's threads all wait in turn */
    for (unsigned i = 0; i < last; i++) {
        CHECK(dine(sizes[i], 5));
        CHECK(lazy(sizes[i]));
    }
    return test_end();
}
