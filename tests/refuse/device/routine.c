// expect: R4002 at 11, "omp_set_max_active_levels"
#include <omp.h>

int main(void)
{
    int got[8];
    #pragma omp target parallel map(from: got)
    {
        int chunk;
        omp_sched_t kind;
        omp_set_max_active_levels(3);
        omp_get_schedule(&kind, &chunk);
        #pragma omp for schedule(runtime)
        for (int i = 0; i < 8; i++)
            got[i] = chunk;
    }
    return got[0] != 3;
}
