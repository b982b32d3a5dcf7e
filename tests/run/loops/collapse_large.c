/* A collapsed trip count beyond 32 bits in its factors' product, cut down by the body. */
#include "../test.h"

int main(void)
{
    int hits = 0;
    long first = -1, last = -1;
    long outer = 3, inner = 70000;
    char *seen = calloc((size_t)(outer * inner), 1);

    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: seen[0:outer * inner]) \
        map(tofrom: first, last)
    for (long i = 4000000000L; i < 4000000000L + outer; i++)
        for (long j = 0; j < inner; j++) {
            long at = (i - 4000000000L) * inner + j;
            seen[at] += 1;
            if (at == 0)
                first = i;
            if (at == outer * inner - 1)
                last = i;
        }
    for (long k = 0; k < outer * inner; k++)
        hits += seen[k] == 1;
    printf("%d %ld %ld\n", hits, first, last);
    CHECK(hits == outer * inner);
    CHECK(first == 4000000000L && last == 4000000002L);
    free(seen);
    return test_end();
}
