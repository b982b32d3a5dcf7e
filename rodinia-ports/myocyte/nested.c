/* Myocyte: a team for each cell. Its thread 0 goes from step to step; threads share the parts of the cell, which are
   its electricity and calmodulin in three places, and the 91 variables. */
#include "model.h"

void solve(const struct simulation *simulation, double *record)
{
    int n = simulation->cells, records = simulation->records;
    double interval = simulation->interval;
    const struct cell *cells = simulation->cell;
    const double *start = simulation->start;
    size_t all = (size_t)n * EQUATIONS * (records + 1);
#pragma omp target teams distribute map(to : cells[0 : n], start[0 : EQUATIONS]) map(from : record[0 : all])
    for (int c = 0; c < n; c++) {
        double y[EQUATIONS], stage[EQUATIONS], k[STAGES * EQUATIONS], set_free[PLACES], step = 1e-3;
        double *to = &record[(size_t)c * (records + 1) * EQUATIONS];
        const struct cell *cell = &cells[c];
#pragma omp parallel for
        for (int e = 0; e < EQUATIONS; e++)
            to[e] = y[e] = start[e];
        for (int r = 0; r < records; r++) {
            double begin = r * interval, done = 0;
            while (done < interval) {
                int last = done + step >= interval;
                double now = last ? interval - done : step, error = 0;
                for (int s = 0; s < STAGES; s++) {
                    double *dy = &k[s * EQUATIONS], t = begin + done + stage_time[s] * now;
#pragma omp parallel for
                    for (int e = 0; e < EQUATIONS; e++)
                        stage[e] = stage_state(s, now, y, k, 1, e);
#pragma omp parallel for schedule(static, 1)
                    for (int part = 0; part <= PLACES; part++) {
                        if (part == PLACES)
                            electricity(t, stage, dy, 1, cell);
                        else
                            set_free[part] = place_derivatives(part, stage, dy, 1, cell);
                    }
                    join_places(stage, dy, 1, set_free);
                }
#pragma omp parallel for reduction(max : error)
                for (int e = 0; e < EQUATIONS; e++)
                    error = fmax(error, step_error(now, y, k, 1, e));
                if (error <= 1 || now <= SHORTEST) {
#pragma omp parallel for
                    for (int e = 0; e < EQUATIONS; e++)
                        y[e] = next_state(now, y, k, 1, e);
                    done = last ? interval : done + now;
                }
                step = last && error <= 1 ? step : next_step(now, error);
            }
#pragma omp parallel for
            for (int e = 0; e < EQUATIONS; e++)
                to[(size_t)(r + 1) * EQUATIONS + e] = y[e];
        }
    }
}
