/* Regions that run on the host use the host's own variables: scalars of `declare target` too. */
#include "../test.h"

#pragma omp declare target
int total = 5;
static double ratio = 0.5;
int *where;
int table[4] = {1, 2, 3, 4};
const int most = 9;
static void grow(void) { total += 1; }
#pragma omp end declare target

int linked = 3;
#pragma omp declare target link(linked)

struct pair {
    int a, b;
};

int main(void)
{
    int seen = 0;
    #pragma omp target if(0) map(from: seen)
    {
        total += 5;
        ratio *= 2;
        grow();
        where = &table[2];
        table[1] = most;
        linked++;
        seen = total;
    }
    CHECK(seen == 11 && total == 11 && ratio == 1.0);
    CHECK(where == &table[2] && table[1] == 9 && linked == 4);

    #pragma omp target teams distribute parallel for if(target: 0) reduction(+: total)
    for (int i = 0; i < 10; i++)
        total += i;
    CHECK(total == 56);

    #pragma omp target parallel if(target: 0) firstprivate(total)
    total++;
    CHECK(total == 56);

    #pragma omp target parallel for if(target: 0) private(total)
    for (int i = 0; i < 10; i++)
        total = i;
    CHECK(total == 56);

    /* What `defaultmap` says holds there as well. */
    int local = 1, *pointer = NULL;
    struct pair pair = {1, 2};
    #pragma omp target if(0) defaultmap(tofrom: scalar) defaultmap(tofrom: pointer) defaultmap(firstprivate: aggregate)
    {
        local += 6;
        pointer = table;
        pair.b = 7;
    }
    CHECK(local == 7 && pointer == table && pair.a == 1 && pair.b == 2);
    printf("%d %g %d %d\n", total, ratio, linked, local);
    return test_end();
}
