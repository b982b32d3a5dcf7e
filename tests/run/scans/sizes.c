/* Both kinds of scan, for many numbers of iterations and threads. */
#include "../test.h"

enum { MOST = 3000 };
static double a[MOST], b[MOST], c[MOST];

static void expected(int n, const char *what, double s, double t)
{
    double x = 5, y = 7;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        x += a[i];
        wrong += b[i] != x;
        wrong += c[i] != y;
        y += a[i];
    }
    if (wrong || s != x || t != y)
        printf("%s, n %d: %d wrong, %g of %g, %g of %g\n", what, n, wrong, s, x, t, y);
    CHECK(!wrong && s == x && t == y);
}

#define PRAGMA(text) _Pragma(#text)
#define SCANS(threads)                                                     \
    do {                                                                   \
        double s = 5, t = 7;                                               \
        PRAGMA(omp target map(to: a) map(from: b, c) map(tofrom: s, t)) \
        {                                                                  \
            PRAGMA(omp parallel for num_threads(threads) reduction(inscan, +: s)) \
            for (int i = 0; i < n; i++) {                                  \
                s += a[i];                                                 \
                PRAGMA(omp scan inclusive(s))                           \
                b[i] = s;                                                  \
            }                                                              \
            PRAGMA(omp parallel for num_threads(threads) reduction(inscan, +: t)) \
            for (int i = 0; i < n; i++) {                                  \
                c[i] = t;                                                  \
                PRAGMA(omp scan exclusive(t))                           \
                t += a[i];                                                 \
            }                                                              \
        }                                                                  \
        expected(n, #threads " threads", s, t);                            \
    } while (0)

int main(void)
{
    static const int sizes[] = {0, 1, 31, 32, 33, 1000, 2999};
    for (int i = 0; i < MOST; i++)
        a[i] = i % 17 - 3;
    for (int at = 0; at < (int)(sizeof sizes / sizeof *sizes); at++) {
        const int n = sizes[at];
        SCANS(1);
        SCANS(5);
        SCANS(32);
        SCANS(33);
        SCANS(95);
        SCANS(992);
        SCANS(omp_get_max_threads() % 3 + 40);
    }
    return test_end();
}
