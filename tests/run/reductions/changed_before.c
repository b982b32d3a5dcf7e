/* Threads that change a list item just before the construct that reduces it: no barrier stands between. */
#include "../test.h"

#pragma omp declare target
static int by_loop(int threads, int rounds)
{
    int s = 0;
    #pragma omp parallel num_threads(threads)
    for (int r = 0; r < rounds; r++) {
        if (omp_get_thread_num() % 3 == r % 3) {
            #pragma omp atomic
            s += 1000;
        }
        #pragma omp atomic
        s++;
        #pragma omp for reduction(+: s)
        for (int i = 0; i < 7; i++)
            s += i;
    }
    return s;
}

static int by_scope(int threads, int rounds)
{
    int s = 0;
    #pragma omp parallel num_threads(threads)
    for (int r = 0; r < rounds; r++) {
        #pragma omp atomic
        s++;
        #pragma omp sections reduction(+: s)
        {
            #pragma omp section
            s += 5;
            #pragma omp section
            s += 7;
        }
    }
    return s;
}
#pragma omp end declare target

static int expected(int threads, int rounds)
{
    int s = 0;
    for (int r = 0; r < rounds; r++) {
        for (int t = 0; t < threads; t++)
            s += t % 3 == r % 3 ? 1001 : 1;
        s += 21;
    }
    return s;
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 31, 32, 33, 95, 256, 992};
    const unsigned last = on_device() ? sizeof sizes / sizeof *sizes : 4;
    for (unsigned i = 0; i < last; i++) {
        int n = sizes[i], loop = 0, sections = 0, here = 0;
        #pragma omp target map(from: loop, sections)
        {
            loop = by_loop(n, 6);
            sections = by_scope(n, 6);
        }
        CHECK(loop == expected(n, 6));
        CHECK(sections == 6 * (n + 12));
        #pragma omp target map(tofrom: here)
        #pragma omp parallel num_threads(n)
        for (int r = 0; r < 5; r++) {
            #pragma omp atomic
            here++;
            #pragma omp for reduction(+: here)
            for (int j = 0; j < 33; j++)
                here += 2;
        }
        CHECK(here == 5 * (n + 66));
    }
    return test_end();
}
