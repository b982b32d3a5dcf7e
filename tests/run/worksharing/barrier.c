/* barrier: all threads of the team and no others; in loops, in branches that all take, several teams. */
#include "../test.h"

enum { most = 992 };

/* A prefix sum by doubling: wrong as soon as one barrier is missing. */
static void prefix(int threads)
{
    int a[most], t[most];
    for (int i = 0; i < threads; i++)
        a[i] = i % 7 + 1;

    #pragma omp target parallel num_threads(threads) map(tofrom: a[0:threads]) map(alloc: t)
    {
        int me = omp_get_thread_num();
        for (int step = 1; step < threads; step *= 2) {
            t[me] = me >= step ? a[me] + a[me - step] : a[me];
            #pragma omp barrier
            a[me] = t[me];
            if (threads > 1) {
                #pragma omp barrier
            }
        }
    }
    int want = 0;
    for (int i = 0; i < threads; i++) {
        want += i % 7 + 1;
        CHECK(a[i] == want);
    }
}

int main(void)
{
    int counts[] = {1, 5, 32, 33, 95, 992};
    for (int i = 0; i < 6; i++)
        prefix(counts[i]);

    int out[4][33];
    memset(out, 0, sizeof out);
    #pragma omp target teams num_teams(4) thread_limit(33) map(tofrom: out)
    {
        int team = omp_get_team_num();
        int *mine = out[team];
        #pragma omp parallel num_threads(33)
        {
            int me = omp_get_thread_num(), all = omp_get_num_threads();
            mine[me] = me + 1;
            #pragma omp barrier
            int next = mine[(me + 1) % all];
            #pragma omp barrier
            mine[me] += 100 * next;
            if (me == 0 && all < 33)
                for (int i = all; i < 33; i++)
                    mine[i] = 0;
        }
    }
    CHECK(out[0][0] % 100 == 1);
    return test_end();
}
