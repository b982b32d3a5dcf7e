/* Tasks within critical sections: made, and waited for, by the thread that is inside. */
#include "../test.h"

#pragma omp declare target
static int total;

static void add(int *x, int k)
{
    #pragma omp critical(inside)
    {
        int before = *x, y = k;
        #pragma omp task shared(y)
        y++;
        #pragma omp taskwait
        *x = before + y;
        #pragma omp taskgroup
        {
            #pragma omp taskloop reduction(+: y)
            for (int i = 0; i < 4; i++)
                y += i;
        }
        total += y;
    }
}
#pragma omp end declare target

static void run(int threads)
{
    int x = 0, q = 0, z = 0, w = 0, ordered = 0, alone = 0, team = 0;
    #pragma omp target map(tofrom: x, q, z, w, ordered, alone, team)
    {
        total = 0;
        #pragma omp critical
        {
            int local = 3;
            #pragma omp task shared(local)
            local *= 5;
            #pragma omp taskwait
            alone += local;
        }
        add(&alone, 4);
        #pragma omp parallel num_threads(threads)
        {
            int me = omp_get_thread_num();
            add(&x, me);
            #pragma omp critical
            {
                int now = q++;
                #pragma omp task firstprivate(now)
                {
                    #pragma omp atomic
                    z += now;
                }
                if (now % 2) {
                    #pragma omp task depend(inout: ordered)
                    {
                        #pragma omp atomic
                        ordered += 3;
                    }
                }
            }
            if (me % 3) {
                #pragma omp critical(other)
                #pragma omp taskloop num_tasks(3) shared(w)
                for (int i = 0; i < 6; i++) {
                    #pragma omp critical(third)
                    w += i;
                }
            } else {
                #pragma omp critical(other)
                {
                    #pragma omp task
                    {
                        #pragma omp critical(third)
                        w++;
                    }
                }
            }
            #pragma omp masked
            team = omp_get_num_threads();
        }
    }
    CHECK(alone == 20);
    CHECK(x == team * (team - 1) / 2 + team);
    CHECK(q == team && z == team * (team - 1) / 2);
    CHECK(ordered == team / 2 * 3);
    CHECK(w == 15 * team - 14 * ((team + 2) / 3));
}

int main(void)
{
    int threads[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        run(threads[k]);
    return test_end();
}
