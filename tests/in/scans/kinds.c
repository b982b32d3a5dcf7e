/* Loops with `scan`, as kernels. */
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
    #pragma omp target parallel for map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: sum)
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
    #pragma omp target teams distribute parallel for simd map(to: f[0:n]) map(from: g[0:n], highest[0:n]) \
        reduction(inscan, then: all) reduction(inscan, max: most)
    for (int i = 0; i < n; i++) {
        g[i] = all;
        highest[i] = most;
        #pragma omp scan exclusive(all, most)
        all = f[i];
        if (f[i].shift > most)
            most = f[i].shift;
    }
}

/* In one team, beside other constructs. */
void positions(int n, const int *keep, int *where, int *count, int rows)
{
    #pragma omp target map(to: keep[0:n]) map(from: where[0:n]) map(tofrom: count[0:1])
    #pragma omp parallel num_threads(256)
    {
        #pragma omp for
        for (int i = 0; i < n; i++)
            where[i] = -1;
        #pragma omp single
        count[0] = rows;
    }
    int place = 0, last = 0;
    #pragma omp target map(to: keep[0:n]) map(from: where[0:n]) map(tofrom: place, last)
    #pragma omp parallel for num_threads(256) collapse(2) reduction(inscan, +: place) lastprivate(last)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n / rows; j++) {
            int k = i * (n / rows) + j;
            place += keep[k] != 0;
            #pragma omp scan inclusive(place)
            last = i * (n / rows) + j;
            where[last] = place - 1;
        }
    *count = place;
}

/* One thread. */
int running(int n, const int *a, int *b)
{
    int sum = 0;
    #pragma omp target simd map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: sum)
    for (int i = 0; i < n; i += 2) {
        b[i] = sum;
        #pragma omp scan exclusive(sum)
        sum += a[i];
    }
    return sum;
}
