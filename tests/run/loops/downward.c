/* Downward loops, and steps that are negative. */
#include "../test.h"

#define N 100
static int got[N], want[N];

static void compare(const char *what)
{
    int hits = 0;
    for (int i = 0; i < N; i++) {
        CHECK(got[i] == want[i]);
        hits += got[i];
    }
    printf("%s: %d\n", what, hits);
    memset(got, 0, sizeof got);
    memset(want, 0, sizeof want);
}

int main(void)
{
    int lo = 4, hi = 91, step = 6, minus = -6;

    #pragma omp target teams distribute parallel for
    for (int i = hi; i > lo; i--)
        got[i] += 1;
    for (int i = hi; i > lo; i--)
        want[i] += 1;
    compare(">, i--");

    #pragma omp target parallel for
    for (int i = hi; i >= lo; --i)
        got[i] += 1;
    for (int i = hi; i >= lo; --i)
        want[i] += 1;
    compare(">=, --i");

    #pragma omp target teams distribute parallel for
    for (int i = hi; i > lo; i -= step)
        got[i] += 1;
    for (int i = hi; i > lo; i -= step)
        want[i] += 1;
    compare(">, i -= step");

    #pragma omp target teams distribute parallel for
    for (int i = hi; lo <= i; i = i - step)
        got[i] += 1;
    for (int i = hi; lo <= i; i = i - step)
        want[i] += 1;
    compare("lo <= i, i = i - step");

    #pragma omp target teams distribute parallel for
    for (int i = hi; i != lo; i--)
        got[i] += 1;
    for (int i = hi; i != lo; i--)
        want[i] += 1;
    compare("!=, i--");

    #pragma omp target teams distribute parallel for
    for (int i = hi; i >= lo; i += -3)
        got[i] += 1;
    for (int i = hi; i >= lo; i += -3)
        want[i] += 1;
    compare(">=, i += -3");

    #pragma omp target teams distribute parallel for
    for (int i = hi; i >= lo; i += minus)
        got[i] += 1;
    for (int i = hi; i >= lo; i += minus)
        want[i] += 1;
    compare(">=, i += minus");

    #pragma omp target teams distribute parallel for
    for (int i = lo; i < hi; i -= minus)
        got[i] += 1;
    for (int i = lo; i < hi; i -= minus)
        want[i] += 1;
    compare("<, i -= minus");
    return test_end();
}
