// host: skip
/* Rounding does not depend on which prefixes were there to be found, nor on the number of teams. */
#include "../test.h"

enum { N = 20000 };
static float a[N], first[N], again[N];

#define SCAN(result, league)                                                                   \
    do {                                                                                   \
        float s = 0.1f;                                                                    \
        PRAGMA(omp target teams distribute parallel for map(to: a) map(from: result)          \
            reduction(inscan, +: s) num_teams(league) num_threads(64))                      \
        for (int i = 0; i < N; i++) {                                                      \
            s += a[i];                                                                     \
            PRAGMA(omp scan inclusive(s))                                                  \
            result[i] = s;                                                                     \
        }                                                                                  \
        CHECK(s == result[N - 1]);                                                             \
    } while (0)
#define PRAGMA(...) PRAGMA_OF(__VA_ARGS__)
#define PRAGMA_OF(...) _Pragma(#__VA_ARGS__)

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 1.0f / (i + 1);
    SCAN(first, 2);
    for (int teams = 1; teams < 20; teams += 3) {
        SCAN(again, teams);
        if (on_device())
            CHECK(memcmp(first, again, sizeof first) == 0);
    }
    return test_end();
}
