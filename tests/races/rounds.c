/* A sum by halves in memory of the team, as CUDA programs have it: each round reads what the one before wrote. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    double total = 0;
    #pragma omp target teams num_teams(1) thread_limit(64) map(tofrom: total)
    {
        double tile[64];
        #pragma omp parallel num_threads(64)
        {
            int own = omp_get_thread_num();
            tile[own] = own;
            #pragma omp barrier
            for (int half = 32; half > 0; half /= 2) {
                if (own < half)
                    tile[own] += tile[own + half]; // RACE // ADVICE: a barrier at the end of each round
#ifdef ORDERED
                #pragma omp barrier
#endif
            }
            #pragma omp barrier
            if (own == 0)
                total = tile[0];
        }
    }
    printf("%g\n", total);
    return 0;
}
