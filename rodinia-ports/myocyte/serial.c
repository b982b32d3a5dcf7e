/* Myocyte, serial: cell by cell. */
#include "model.h"

static void derivatives(double t, const double *y, double *dy, const struct cell *cell)
{
    double set_free[PLACES];
    electricity(t, y, dy, 1, cell);
    for (int p = 0; p < PLACES; p++)
        set_free[p] = place_derivatives(p, y, dy, 1, cell);
    join_places(y, dy, 1, set_free);
}

void solve(const struct simulation *simulation, double *record)
{
    double y[EQUATIONS], stage[EQUATIONS], k[STAGES * EQUATIONS];
    for (int c = 0; c < simulation->cells; c++) {
        const struct cell *cell = &simulation->cell[c];
        double *to = &record[(size_t)c * (simulation->records + 1) * EQUATIONS], step = 1e-3;
        memcpy(y, simulation->start, sizeof y);
        memcpy(to, y, sizeof y);
        for (int r = 0; r < simulation->records; r++) {
            double begin = r * simulation->interval, done = 0;
            while (done < simulation->interval) {
                int last = done + step >= simulation->interval;
                double now = last ? simulation->interval - done : step, error = 0;
                for (int s = 0; s < STAGES; s++) {
                    for (int e = 0; e < EQUATIONS; e++)
                        stage[e] = stage_state(s, now, y, k, 1, e);
                    derivatives(begin + done + stage_time[s] * now, stage, &k[s * EQUATIONS], cell);
                }
                for (int e = 0; e < EQUATIONS; e++)
                    error = fmax(error, step_error(now, y, k, 1, e));
                if (error <= 1 || now <= SHORTEST) {
                    for (int e = 0; e < EQUATIONS; e++)
                        y[e] = next_state(now, y, k, 1, e);
                    done = last ? simulation->interval : done + now;
                }
                step = last && error <= 1 ? step : next_step(now, error);
            }
            memcpy(to + (size_t)(r + 1) * EQUATIONS, y, sizeof y);
        }
    }
}
