/* Atomic operations on what a function shares with its regions, where one thread of a region calls it: its own memory. */
#include "../test.h"

#pragma omp declare target
static int most_and_sum(int n, int threads)
{
    long long seen[4] = {0};
    int total = 0, parts[3] = {0};
    #pragma omp parallel num_threads(threads) reduction(+: total) reduction(+: parts)
    {
        #pragma omp atomic
        seen[1] += 2;
        #pragma omp atomic compare
        if (seen[2] < n) { seen[2] = n; }
        #pragma omp for
        for (int i = 0; i < n; i++) {
            int old;
            #pragma omp atomic capture
            old = seen[3]++;
            total += old >= 0;
            #pragma omp atomic
            parts[i % 3]++;
        }
    }
    return (int)(seen[2] * 1000 + seen[3]) + total + parts[0] + parts[1] + parts[2] + (seen[1] >= 2);
}
#pragma omp end declare target

int main(void)
{
    static const int sizes[] = {1, 5, 32, 33, 95};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int n = sizes[i], alone = 0, inside = 0, team = 0;
        #pragma omp target map(tofrom: alone, inside, team)
        {
            alone = most_and_sum(11, n);
            #pragma omp parallel num_threads(n)
            {
                int mine = most_and_sum(7, 3);
                #pragma omp atomic
                inside += mine;
                #pragma omp single
                team = most_and_sum(9, 4);
            }
        }
        CHECK(alone == 11034);
        CHECK(inside == n * 7022);
        CHECK(team == 9028);
    }
    return test_end();
}
