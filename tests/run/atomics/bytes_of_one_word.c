/* Bytes and halves that share a word: no update is lost, none goes beside its target. */
#include "../test.h"

#define N 264

int main(void)
{
    unsigned char bytes[7] = {0};
    short halves[3] = {0};
    struct { char before; _Bool flag; unsigned char count; char behind; } packed = {11, 0, 0, 22};
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) map(tofrom: bytes, halves, packed)
    for (int i = 0; i < N; i++) {
        #pragma omp atomic
        bytes[i % 7]++;
        #pragma omp atomic
        halves[i % 3] += i;
        #pragma omp atomic
        packed.count += 3;
        #pragma omp atomic write
        packed.flag = i;
    }
    int sums[3] = {0}, counts[7] = {0};
    for (int i = 0; i < N; i++) {
        sums[i % 3] += i;
        counts[i % 7]++;
    }
    for (int i = 0; i < 7; i++)
        CHECK(bytes[i] == counts[i]);
    for (int i = 0; i < 3; i++)
        CHECK(halves[i] == (short)sums[i]);
    CHECK(packed.before == 11 && packed.behind == 22 && packed.count == (unsigned char)(3 * N));

    /* Plain stores beside atomic ones. */
    unsigned char mixed[N] = {0};
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) map(tofrom: mixed)
    for (int i = 0; i < N; i++) {
        if (i % 2)
            mixed[i] = i;
        else {
            #pragma omp atomic
            mixed[i] += i;
        }
    }
    for (int i = 0; i < N; i++)
        CHECK(mixed[i] == (unsigned char)i);
    return test_end();
}
