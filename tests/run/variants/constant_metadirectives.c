// host: skip
/* Metadirectives by constants of the program; an enumerator means what it means where the directive stands. */
#include "../test.h"

enum { WIDE = 1 };
struct four { int all[4]; };

static int inner(int n)
{
    enum { WIDE = 0, FEW = 2 };
    int sum = 0;
    #pragma omp target map(tofrom: sum)
    {
        #pragma omp metadirective when(user={condition(WIDE)}: parallel num_threads(3) reduction(+: sum)) \
            otherwise(parallel num_threads(FEW) reduction(+: sum))
        sum += 1;
        if (n) {
            enum { WIDE = sizeof(struct four) };
            for (int k = 0; k < 2; k++)
                #pragma omp metadirective when(user={condition(WIDE == 16)}: parallel num_threads(5) reduction(+: sum))
                sum += 10;
        }
    }
    return sum;
}

/* A parameter hides the enumerator: the run chooses. */
static int hidden(int WIDE)
{
    int sum = 0;
    #pragma omp target map(tofrom: sum)
    {
        #pragma omp metadirective when(user={condition(WIDE)}: parallel num_threads(3) reduction(+: sum)) \
            otherwise(nothing)
        sum += 1;
    }
    return sum;
}

#pragma omp begin declare variant match(user={condition(sizeof(struct four) == 16)})
static int which(void) { return 1; }
#pragma omp end declare variant
#pragma omp begin declare variant match(user={condition(WIDE - 1)})
static int which(void) { return 2; }
#pragma omp end declare variant
static int which(void) { return 3; }

int main(void)
{
    CHECK(inner(0) == 2);
    CHECK(inner(1) == 102);
    CHECK(hidden(0) == 1);
    CHECK(hidden(1) == 3);
    int chosen = 0, outside = 0;
    #pragma omp target map(from: chosen)
    chosen = which();
    CHECK(chosen == 1 && which() == 1);
    /* The host chooses, too. */
    #pragma omp metadirective when(user={condition(sizeof(char) - 1)}: target map(tofrom: outside)) otherwise(nothing)
    outside++;
    CHECK(outside == 1);
    return test_end();
}
