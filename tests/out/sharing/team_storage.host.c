// What thread 0 computes and the team shares lies in one struct; blocks beside each other overlay.
#include "romp.h"
/* declare target */
static int read_count(int *count)
{
    return ++*count;
}
/* end declare target */

void phases(double *out, int rounds)
{
/* target map(tofrom: out[0:96]) */
ROMP_TARGET("team_storage.c:11", phases_1,
    romp_exact_block(1024), romp_num_teams(1), romp_tofrom(out, 0, 96), romp_value(rounds))
#pragma omp target if(target: 0) /* host version */
    {
        int count;
        count = rounds;
        double scale = read_count(&count);
        if (read_count(&count) > rounds) {
            double weights[96];
            int sum = read_count(&count);
            for (int i = 0; i < 96; i++)
                weights[i] = i * scale;
#pragma omp parallel for
            for (int i = 0; i < 96; i++)
                out[i] += weights[i] * sum + count;
        } else {
            int count[8];
            read_count(&count[7]);
#pragma omp parallel
            {
#pragma omp for
                for (int i = 0; i < 96; i++)
                    out[i] += count[7];
            }
        }
    }
}
