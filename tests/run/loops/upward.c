/* Upward loops: every relation, every spelling of the step. */
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
    int lo = 3, hi = 90, step = 7;

    #pragma omp target teams distribute parallel for
    for (int i = lo; i < hi; i++)
        got[i] += 1;
    for (int i = lo; i < hi; i++)
        want[i] += 1;
    compare("<, i++");

    #pragma omp target teams distribute parallel for
    for (int i = lo; i <= hi; ++i)
        got[i] += 1;
    for (int i = lo; i <= hi; ++i)
        want[i] += 1;
    compare("<=, ++i");

    #pragma omp target teams distribute parallel for
    for (int i = lo; i < hi; i += step)
        got[i] += 1;
    for (int i = lo; i < hi; i += step)
        want[i] += 1;
    compare("<, i += step");

    #pragma omp target teams distribute parallel for
    for (int i = lo; hi >= i; i = i + step)
        got[i] += 1;
    for (int i = lo; hi >= i; i = i + step)
        want[i] += 1;
    compare("hi >= i, i = i + step");

    #pragma omp target teams distribute parallel for
    for (int i = lo; hi > i; i = 2 + i)
        got[i] += 1;
    for (int i = lo; hi > i; i = 2 + i)
        want[i] += 1;
    compare("hi > i, i = 2 + i");

    #pragma omp target teams distribute parallel for
    for (int i = lo; i != hi; i++)
        got[i] += 1;
    for (int i = lo; i != hi; i++)
        want[i] += 1;
    compare("!=, i++");

    #pragma omp target teams distribute parallel for
    for (int i = lo * 2 + 1; i < hi - step * 2; i += step - 4)
        got[i] += 1;
    for (int i = lo * 2 + 1; i < hi - step * 2; i += step - 4)
        want[i] += 1;
    compare("expressions");
    return test_end();
}
