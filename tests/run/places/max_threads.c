/* nthreads-var belongs to an implicit task: what one sets, it alone sees, and what it forks inherits. */
#include "../test.h"

static int host_threads(int n) { return n; }

int main(void)
{
    int alone = 0, all[40][4], forked[6], sequential[4], rest = 0;

    #pragma omp target map(from: alone)
    {
        omp_set_num_threads(5);
        alone = omp_get_max_threads();
    }
    CHECK(alone == 5);

    #pragma omp target parallel num_threads(33) map(from: all)
    {
        const int t = omp_get_thread_num();
        omp_set_num_threads(t + 2);
        all[t][0] = omp_get_max_threads();
        #pragma omp parallel num_threads(1)
        {
            all[t][1] = omp_get_max_threads();
            omp_set_num_threads(9);
            all[t][2] = omp_get_max_threads();
        }
        #pragma omp barrier
        all[t][3] = omp_get_max_threads();
    }
    for (int t = 0; t < 33; t++)
        CHECK(all[t][0] == t + 2 && all[t][1] == t + 2 && all[t][2] == 9 && all[t][3] == t + 2);

    /* The sequential part keeps its own; the next region begins with that. */
    int n = host_threads(4);
    #pragma omp target map(from: forked) map(to: n)
    {
        const int before = omp_get_max_threads();
        #pragma omp parallel num_threads(n)
        {
            omp_set_num_threads(before + 3);
            if (omp_get_thread_num() == 3)
                forked[0] = omp_get_max_threads() - before;
        }
        forked[1] = omp_get_max_threads() - before;
        #pragma omp parallel num_threads(4)
        {
            if (omp_get_thread_num() == 2)
                forked[2] = omp_get_max_threads() - before;
            omp_set_num_threads(1);
        }
    }
    CHECK(forked[0] == 3 && forked[1] == 0 && forked[2] == 0);

    #pragma omp target map(from: sequential) map(tofrom: rest)
    {
        omp_set_num_threads(3);
        sequential[0] = omp_get_max_threads();
        #pragma omp parallel
        {
            if (omp_get_thread_num() == 0)
                sequential[1] = omp_get_num_threads(), sequential[2] = omp_get_max_threads();
            #pragma omp atomic
            rest++;
        }
        sequential[3] = omp_get_max_threads();
    }
    CHECK(sequential[0] == 3 && sequential[1] == 3 && sequential[2] == 3 && sequential[3] == 3);
    CHECK(rest == 3);
    return test_end();
}
