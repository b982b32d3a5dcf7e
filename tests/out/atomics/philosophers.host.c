/* A critical section inside which a thread waits for others: they go on while it does. */
#include "romp.h"
#include <omp.h>

#define FORKS 64

void eat(int *meals, int rounds)
{
    /* target map(tofrom: meals[0:FORKS]) */
    ROMP_TARGET("philosophers.c:8", eat_1,
        romp_workers(FORKS), romp_num_teams(1), romp_tofrom(meals, 0, FORKS), romp_value(rounds))
    #pragma omp target if(target: 0) /* host version */
    {
        omp_lock_t fork[FORKS];
        for (int i = 0; i < FORKS; i++)
            omp_init_lock(&fork[i]);
        #pragma omp parallel num_threads(FORKS)
        {
            int left = omp_get_thread_num(), right = (left + 1) % FORKS;
            for (int i = 0; i < rounds; i++) {
                #pragma omp critical(table)
                {
                    omp_set_lock(&fork[left]);
                    omp_set_lock(&fork[right]);
                }
                meals[left]++;
                omp_unset_lock(&fork[left]);
                omp_unset_lock(&fork[right]);
            }
        }
    }
}
