/* taskgroup waits for all that descends from its tasks, taskwait for children only; yield; criticals and locks in
   tasks; copies that tasks get of what is shared. */
#include "../test.h"

static void run(int threads)
{
    int done = 0, wrong = 0, sum = 0, value = 7, table[5] = {1, 2, 3, 4, 5};
    #pragma omp target parallel num_threads(threads) map(tofrom: done, wrong, sum) map(to: value, table)
    #pragma omp single
    {
        #pragma omp taskgroup
        {
            for (int i = 0; i < 10; i++) {
                #pragma omp task
                {
                    for (int k = 0; k < 3; k++) {
                        #pragma omp task untied
                        {
                            #pragma omp taskyield
                            #pragma omp critical
                            done++;
                        }
                    }
                }
            }
        }
        if (done != 30)
            wrong += 1;
        #pragma omp task
        {
            #pragma omp taskgroup
            {
                #pragma omp task
                {
                    #pragma omp task
                    {
                        #pragma omp atomic
                        done++;
                    }
                }
                #pragma omp taskgroup
                {
                    #pragma omp task
                    {
                        #pragma omp atomic
                        done++;
                    }
                }
            }
            if (done != 32)
                wrong += 2;
        }
        #pragma omp taskwait
        if (done != 32)
            wrong += 4;
        // By value at the time when they are made.
        for (int i = 0; i < 4; i++) {
            #pragma omp task firstprivate(value, table) mergeable priority(i)
            {
                table[i] += value;
                value = table[i];
                #pragma omp atomic
                sum += value;
            }
        }
        #pragma omp taskwait
        if (value != 7 || table[2] != 3)
            wrong += 8;
        for (int i = 0; i < 6; i++) {
            #pragma omp task if(i % 2)
            {
                #pragma omp critical
                sum += 100;
            }
        }
        int seen = 0, local[3] = {1, 2, 3};
        #pragma omp task shared(seen, local)
        {
            seen = local[2];
            local[0] = 10;
        }
        #pragma omp taskwait
        if (seen != 3 || local[0] != 10)
            wrong += 16;
    }
    CHECK(wrong == 0);
    CHECK(done == 32);
    CHECK(sum == 4 * 7 + 10 + 600);
}

int main(void)
{
    run(1);
    run(5);
    run(32);
    run(33);
    run(95);
    run(200);
    return test_end();
}
