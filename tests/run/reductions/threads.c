/* Teams of every awkward size, one and several of them. */
#include "../test.h"

#define PRAGMA(words) _Pragma(#words)

enum { n = 5000 };

#define OF_THREADS(T)                                                                             \
    do {                                                                                          \
        long sum = 0;                                                                             \
        int most = -1, least = n + 1;                                                             \
        PRAGMA(omp target teams distribute parallel for num_teams(3) num_threads(T) map(to: a) reduction(+: sum) reduction(max: most) reduction(min: least)) \
        for (int i = 0; i < n; i++) {                                                             \
            sum += a[i];                                                                          \
            if (a[i] > most)                                                                      \
                most = a[i];                                                                      \
            if (a[i] < least)                                                                     \
                least = a[i];                                                                     \
        }                                                                                         \
        CHECK(sum == total);                                                                      \
        CHECK(most == n - 1 && least == 0);                                                       \
        sum = 0;                                                                                  \
        PRAGMA(omp target parallel num_threads(T) map(to: a) map(tofrom: sum))                 \
        {                                                                                         \
            PRAGMA(omp for reduction(+: sum))                                                  \
            for (int i = 0; i < n; i++)                                                           \
                sum += a[i];                                                                      \
        }                                                                                         \
        CHECK(sum == total);                                                                      \
        int threads = 0, sixteens = 0;                                                            \
        PRAGMA(omp target parallel num_threads(T) reduction(+: threads, sixteens))             \
        {                                                                                         \
            threads++;                                                                            \
            sixteens += 16;                                                                       \
        }                                                                                         \
        CHECK(threads >= 1 && sixteens == 16 * threads);                                          \
        CHECK(threads == T || !on_device());                                                      \
    } while (0)

int main(void)
{
    static int a[n];
    long total = 0;
    for (int i = 0; i < n; i++) {
        a[i] = (i * 37) % n;
        total += a[i];
    }
    OF_THREADS(1);
    OF_THREADS(2);
    OF_THREADS(5);
    OF_THREADS(31);
    OF_THREADS(32);
    OF_THREADS(33);
    OF_THREADS(64);
    OF_THREADS(95);
    OF_THREADS(96);
    OF_THREADS(992);
    OF_THREADS(1024);
    return test_end();
}
