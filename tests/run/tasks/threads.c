/* Tasks are run by the team's threads: on a device more than one of them, and two tasks that wait for each
   other both run. */
#include "../test.h"

enum { n = 200, most = 1024 };

#pragma omp declare target
static void work(int *who, int i)
{
    who[i] = omp_get_thread_num();
}
#pragma omp end declare target

static int several(const int *who, int count)
{
    for (int i = 1; i < count; i++)
        if (who[i] != who[0])
            return 1;
    return 0;
}

static void under_single(int threads)
{
    int who[n], size[n], wrong = 0, asked = 0;
    #pragma omp target parallel num_threads(threads) map(from: who, size) map(tofrom: wrong, asked)
    {
        #pragma omp single
        {
            asked = omp_get_num_threads();
            for (int i = 0; i < n; i++) {
                #pragma omp task
                {
                    work(who, i);
                    size[i] = omp_get_num_threads();
                    if (omp_get_level() != 1 || omp_get_team_num() != 0) {
                        #pragma omp atomic
                        wrong++;
                    }
                }
            }
        }
        // The barrier of the construct waits for the tasks.
        for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
            if (who[i] < 0 || who[i] >= threads || size[i] != omp_get_num_threads()) {
                #pragma omp atomic
                wrong++;
            }
    }
    CHECK(wrong == 0);
    if (on_device())
        CHECK(several(who, n) == (asked > 1));
}

/* Each of the two goes on when the other has begun. */
static void both(int threads)
{
    int begun[2] = {0, 0}, met = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: begun, met)
    #pragma omp single
    {
        for (int k = 0; k < 2; k++) {
            #pragma omp task
            {
                int other = 0;
                #pragma omp atomic write
                begun[k] = 1;
                while (!other) {
                    #pragma omp atomic read
                    other = begun[1 - k];
                }
                #pragma omp atomic
                met++;
            }
        }
    }
    CHECK(met == 2);
}

/* All threads make tasks, which make tasks. */
static void everybody(int threads)
{
    int done = 0, sum = 0, wrong = 0;
    #pragma omp target map(tofrom: done, sum, wrong)
    {
        int before = 1;
        #pragma omp parallel num_threads(threads)
        {
            int own = omp_get_thread_num();
            for (int i = 0; i < 3; i++) {
                #pragma omp task
                {
                    #pragma omp atomic
                    sum += own + before;
                    #pragma omp task
                    {
                        #pragma omp atomic
                        done++;
                    }
                }
            }
            #pragma omp barrier
            int seen;
            #pragma omp atomic read
            seen = done;
            if (seen != 3 * omp_get_num_threads()) {
                #pragma omp atomic
                wrong++;
            }
            #pragma omp barrier
            #pragma omp for
            for (int i = 0; i < 50; i++) {
                #pragma omp task
                {
                    #pragma omp atomic
                    done++;
                }
            }
            #pragma omp atomic read
            seen = done;
            if (seen != 3 * omp_get_num_threads() + 50) {
                #pragma omp atomic
                wrong++;
            }
        }
        before = done;
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp task
            {
                #pragma omp atomic
                sum += before;
            }
        }
    }
    CHECK(wrong == 0);
    int size = (done - 50) / 3;
    CHECK(sum == 3 * (size * (size - 1) / 2 + size) + size * done);
}

int main(void)
{
    under_single(1);
    under_single(5);
    under_single(32);
    under_single(33);
    under_single(95);
    under_single(992);
    // Threads of one warp take turns: the two tasks may be one after the other there.
    both(33);
    both(64);
    both(96);
    everybody(1);
    everybody(5);
    everybody(33);
    everybody(95);
    everybody(256);

    int total = 0;
    #pragma omp target teams distribute parallel for num_teams(40) map(tofrom: total)
    for (int i = 0; i < 3000; i++) {
        #pragma omp task
        {
            #pragma omp atomic
            total += i % 3;
        }
    }
    CHECK(total == 3000);
    return test_end();
}
