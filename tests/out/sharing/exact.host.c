// What ptxas counts is what was planned: volatile variables cannot be dropped.
#include "romp.h"
void phases(volatile double *out, int rounds)
{
/* target map(tofrom: out[0:96]) */
ROMP_TARGET("exact.c:4", phases_1,
    romp_exact_block(96), romp_num_teams(1), romp_tofrom(out, 0, 96), romp_value(rounds))
#pragma omp target if(target: 0) /* host version */
    {
        volatile char mark = (char)out[0];
        volatile double scale = out[1];
        if (rounds > 3) {
            volatile double weights[96];
            volatile int sum = (int)out[2];
            out[3] = sum;
#pragma omp parallel for num_threads(96)
            for (int i = 0; i < 96; i++)
                weights[i] = i * scale + sum;
            out[4] = weights[95];
        } else {
            volatile short scale[500];
            out[3] = 2;
#pragma omp parallel for num_threads(96)
            for (int i = 0; i < 96; i++)
                scale[i] = (short)(mark + i);
            out[4] = scale[7];
        }
        out[5] = mark;
    }
}
