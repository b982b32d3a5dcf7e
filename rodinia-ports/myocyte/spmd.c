/* Myocyte: a thread for each cell. States and derivatives of a cell lie a cell apart, so that neighbouring threads
   read neighbouring words. */
#include "model.h"

void solve(const struct simulation *simulation, double *record)
{
    int n = simulation->cells, records = simulation->records;
    double interval = simulation->interval;
    const struct cell *cell = simulation->cell;
    const double *start = simulation->start;
    size_t states = (size_t)n * EQUATIONS, all = states * (records + 1);
    double *ys = port_allocate(states, sizeof *ys), *stages = port_allocate(states, sizeof *stages);
    double *ks = port_allocate(states * STAGES, sizeof *ks);
#pragma omp target teams distribute parallel for map(to : cell[0 : n], start[0 : EQUATIONS]) map(from : record[0 : all]) \
    map(alloc : ys[0 : states], stages[0 : states], ks[0 : states * STAGES])
    for (int c = 0; c < n; c++) {
        double *y = &ys[c], *stage = &stages[c], *k = &ks[c], step = 1e-3;
        double *to = &record[(size_t)c * (records + 1) * EQUATIONS];
        size_t stride = n;
        for (int e = 0; e < EQUATIONS; e++)
            to[e] = y[e * stride] = start[e];
        for (int r = 0; r < records; r++) {
            double begin = r * interval, done = 0;
            while (done < interval) {
                int last = done + step >= interval;
                double now = last ? interval - done : step, error = 0;
                for (int s = 0; s < STAGES; s++) {
                    double set_free[PLACES], *dy = &k[(size_t)s * EQUATIONS * stride];
                    for (int e = 0; e < EQUATIONS; e++)
                        stage[e * stride] = stage_state(s, now, y, k, stride, e);
                    electricity(begin + done + stage_time[s] * now, stage, dy, stride, &cell[c]);
                    for (int p = 0; p < PLACES; p++)
                        set_free[p] = place_derivatives(p, stage, dy, stride, &cell[c]);
                    join_places(stage, dy, stride, set_free);
                }
                for (int e = 0; e < EQUATIONS; e++)
                    error = fmax(error, step_error(now, y, k, stride, e));
                if (error <= 1 || now <= SHORTEST) {
                    for (int e = 0; e < EQUATIONS; e++)
                        y[e * stride] = next_state(now, y, k, stride, e);
                    done = last ? interval : done + now;
                }
                step = last && error <= 1 ? step : next_step(now, error);
            }
            for (int e = 0; e < EQUATIONS; e++)
                to[(size_t)(r + 1) * EQUATIONS + e] = y[e * stride];
        }
    }
    free(ys);
    free(stages);
    free(ks);
}
