/* Checks of what the host and the device hold. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static unsigned passed;

struct box {
    int before;
    unsigned *in;
    int n;
    unsigned after;
};

#pragma omp declare mapper(struct box b) map(tofrom: b, b.in[0:b.n])

/* The order of elements counts. */
#pragma omp declare target
static unsigned hash(const unsigned *x, int first, int count)
{
    unsigned h = 17;
    for (int i = first; i < first + count; i++)
        h = h * 31u + x[i];
    return h;
}
#pragma omp end declare target

static void expect(int number, const char *what, unsigned is, unsigned wanted)
{
    if (is != wanted) {
        printf("FAIL %d: %s is %u, not %u\n", number, what, is, wanted);
        failures++;
    }
}
