/* Copies of arrays of constants: on target, for, distribute, and in tasks. */
#include "../test.h"

static const int table[] = {5, 4, 3};

int main(void)
{
    const int own[2][2] = {{1, 2}, {3, 4}};
    int sum = 0, tasks = 0;
    #pragma omp target map(tofrom: sum, tasks) firstprivate(own)
    {
        const short local[3] = {7, 8, 9};
        #pragma omp parallel num_threads(5) default(none) shared(sum, tasks, own, local, table)
        {
            const short mine[2] = {10, 20};
            #pragma omp single
            {
                for (int i = 0; i < 6; i++) {
                    #pragma omp task firstprivate(mine, table, own, local)
                    {
                        #pragma omp atomic
                        tasks += mine[1] + table[1] + own[1][0] + local[2] + i;
                    }
                }
            }
            #pragma omp for reduction(+: sum) firstprivate(table, own, local)
            for (int i = 0; i < 4; i++)
                sum += table[0] + own[1][1] + local[i % 3];
        }
    }
    CHECK(sum == 36 + 7 + 8 + 9 + 7);
    CHECK(tasks == 6 * 36 + 15);
    sum = 0;
    #pragma omp target teams distribute parallel for firstprivate(own, table) reduction(+: sum)
    for (int i = 0; i < 4; i++)
        sum += table[0] + own[1][i % 2];
    CHECK(sum == 20 + 14);
    return test_end();
}
