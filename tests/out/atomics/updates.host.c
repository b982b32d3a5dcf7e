/* Atomic updates and captures, as they are typical. */
#include "romp.h"
#include <stddef.h>

/* declare target */
static void histogram(unsigned *bins, int bin, unsigned by)
{
    #pragma omp atomic
    bins[bin] += by;
}
/* end declare target */

size_t select_positive(size_t n, const double *in, double *out, double *sum, float *product, unsigned bins[64])
{
    size_t used = 0;
    double low = 1e300;
    /* target teams distribute parallel for map(to: in[0:n]) map(from: out[0:n]) map(tofrom: sum[0:1], product[0:1], bins[0:64], used, low) */
    ROMP_TARGET("updates.c:16", select_positive_1,
        romp_block(128), romp_iterations(n), romp_to(in, 0, n), romp_from(out, 0, n), romp_tofrom(sum, 0, 1),
        romp_tofrom(product, 0, 1), romp_tofrom(bins, 0, 64), romp_tofrom_var(used), romp_tofrom_var(low),
        romp_value(n), romp_grid())
    #pragma omp target teams distribute parallel for if(target: 0) map(tofrom: used, low) /* host version */
    for (size_t i = 0; i < n; i++) {
        /* Where the value goes. */
        if (in[i] > 0) {
            size_t at;
            #pragma omp atomic capture
            at = used++;
            out[at] = in[i];
        }
        #pragma omp atomic
        *sum += in[i];
        #pragma omp atomic seq_cst
        *product = *product * 1.5f;
        #pragma omp atomic compare
        if (low > in[i]) { low = in[i]; }
        histogram(bins, i % 64, 2);
    }
    return used + (low < 0);
}

/* A lock of one's own, and the sequential part of a team. */
void relay(int *state, int *order, int teams)
{
    /* target teams distribute num_teams(teams) map(tofrom: state[0:4], order[0:teams]) */
    ROMP_TARGET("updates.c:40", relay_1,
        romp_exact_block(128), romp_num_teams(teams), romp_tofrom(state, 0, 4), romp_tofrom(order, 0, teams),
        romp_value(teams))
    #pragma omp target teams distribute if(target: 0) num_teams(teams) /* host version */
    for (int t = 0; t < teams; t++) {
        int mine;
        #pragma omp atomic capture acq_rel
        { mine = state[0]; state[0] = state[0] + 1; }
        order[mine] = t;
        #pragma omp parallel
        {
            int taken = 1;
            #pragma omp atomic compare capture
            { taken = state[1] == 0; if (taken) { state[1] = t + 1; } }
            if (taken) {
                #pragma omp atomic write
                state[2] = t;
                #pragma omp flush
            }
        }
    }
}
