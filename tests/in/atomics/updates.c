/* Atomic updates and captures, as they are typical. */
#include <stddef.h>

#pragma omp declare target
static void histogram(unsigned *bins, int bin, unsigned by)
{
    #pragma omp atomic
    bins[bin] += by;
}
#pragma omp end declare target

size_t select_positive(size_t n, const double *in, double *out, double *sum, float *product, unsigned bins[64])
{
    size_t used = 0;
    double low = 1e300;
    #pragma omp target teams distribute parallel for map(to: in[0:n]) map(from: out[0:n]) \
        map(tofrom: sum[0:1], product[0:1], bins[0:64], used, low)
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
    #pragma omp target teams distribute num_teams(teams) map(tofrom: state[0:4], order[0:teams])
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
