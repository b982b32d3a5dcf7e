/* Loops with `scan`, as kernels. */
#include "romp.h"
struct line {
    double factor, shift;
};
static inline void then(struct line *a, const struct line *b)
{
    a->shift = a->shift * b->factor + b->shift;
    a->factor *= b->factor;
}
#pragma omp declare reduction(then: struct line: then(&omp_out, &omp_in)) initializer(omp_priv = {1, 0})

/* One directive: the whole device. */
void prefix(int n, const double *a, double *b, double *total)
{
    double sum = 0;
    /* target parallel for map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: sum) */
    ROMP_TARGET("kinds.c:16", prefix_1,
        romp_block(512), romp_iterations(n), romp_to(a, 0, n), romp_from(b, 0, n), romp_tofrom_var(sum),
        romp_value(n), romp_scratch(336))
    #pragma omp target if(target: 0) map(tofrom: sum) /* host version */
    #pragma omp parallel for reduction(inscan, +: sum)
    for (int i = 0; i < n; i++) {
        sum += a[i]; // its own value
        #pragma omp scan inclusive(sum)
        b[i] = sum;
    }
    *total = sum;
}

/* Several variables, several teams; the extension. */
void composed(int n, const struct line *f, struct line *g, int *highest)
{
    struct line all = {1, 0};
    int most = 0;
    /* target teams distribute parallel for simd map(to: f[0:n]) map(from: g[0:n], highest[0:n]) reduction(inscan, then: all) reduction(inscan, max: most) */
    ROMP_TARGET("kinds.c:30", composed_1,
        romp_block(512), romp_iterations(n), romp_to(f, 0, n), romp_from(g, 0, n), romp_from(highest, 0, n),
        romp_tofrom_var(all), romp_tofrom_var(most), romp_value(n), romp_scratch(528))
    #pragma omp target if(target: 0) map(tofrom: all, most) /* host version */
    #pragma omp parallel for reduction(inscan, then: all) reduction(inscan, max: most)
    for (int i = 0; i < n; i++) { {
        g[i] = all;
        highest[i] = most;
        }
        #pragma omp scan exclusive(all, most)
        {
        all = f[i];
        if (f[i].shift > most)
            most = f[i].shift;
    } }
}

/* In one team, beside other constructs. */
void positions(int n, const int *keep, int *where, int *count, int rows)
{
    /* target map(to: keep[0:n]) map(from: where[0:n]) map(tofrom: count[0:1]) */
    ROMP_TARGET("kinds.c:45", positions_1,
        romp_exact_block(256), romp_num_teams(1), romp_to(keep, 0, n), romp_from(where, 0, n),
        romp_tofrom(count, 0, 1), romp_value(n), romp_value(rows))
    #pragma omp target if(target: 0) /* host version */
    #pragma omp parallel num_threads(256)
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            where[i] = -1;
        #pragma omp single
        count[0] = rows;
    }
    int place = 0, last = 0;
    /* target map(to: keep[0:n]) map(from: where[0:n]) map(tofrom: place, last) */
    ROMP_TARGET("kinds.c:55", positions_2,
        romp_exact_block(256), romp_num_teams(1), romp_to(keep, 0, n), romp_from(where, 0, n),
        romp_tofrom_var(place), romp_tofrom_var(last), romp_value(n), romp_value(rows))
    #pragma omp target if(target: 0) map(tofrom: place, last) /* host version */
    #pragma omp parallel for num_threads(256) collapse(2) reduction(inscan, +: place) lastprivate(last)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n / rows; j++) { {
            int k = i * (n / rows) + j;
            place += keep[k] != 0;
            }
            #pragma omp scan inclusive(place)
            {
            last = i * (n / rows) + j;
            where[last] = place - 1;
        } }
    *count = place;
}

/* One thread. */
int running(int n, const int *a, int *b)
{
    int sum = 0;
    /* target simd map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: sum) */
    ROMP_TARGET("kinds.c:72", running_1,
        romp_block(1), romp_num_teams(1), romp_to(a, 0, n), romp_from(b, 0, n), romp_tofrom_var(sum),
        romp_value(n))
    #pragma omp target if(target: 0) map(tofrom: sum) /* host version */
    #pragma omp parallel for reduction(inscan, +: sum) num_threads(1)
    for (int i = 0; i < n; i += 2) {
        b[i] = sum;
        #pragma omp scan exclusive(sum)
        sum += a[i];
    }
    return sum;
}
