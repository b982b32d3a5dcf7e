// host: skip
/* All teams scan together: single-pass, with as many teams as the runtime likes, or as the program says. */
#include "../test.h"

struct line {
    double factor, shift;
};
/* Not commutative: functions x -> factor x + shift, one after the other. */
static inline void then(struct line *a, const struct line *b)
{
    a->shift = a->shift * b->factor + b->shift;
    a->factor *= b->factor;
}
#pragma omp declare reduction(then: struct line: then(&omp_out, &omp_in)) initializer(omp_priv = {1, 0})

static void sums(int n)
{
    double *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i % 7;
    double s = 1;
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n]) reduction(inscan, +: s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma omp scan inclusive(s)
        b[i] = s;
    }
    double x = 1;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        x += a[i];
        wrong += b[i] != x;
    }
    CHECK(wrong == 0 && s == x);

    /* Many small teams, and the launch's memory again. */
    for (int again = 0; again < 3; again++) {
        s = again;
#pragma omp target teams distribute parallel for simd map(to: a[0:n]) map(from: b[0:n]) \
    reduction(inscan, +: s) num_teams(13) num_threads(33)
        for (int i = 0; i < n; i++) {
            b[i] = s;
#pragma omp scan exclusive(s)
            s += a[i];
        }
        x = again, wrong = 0;
        for (int i = 0; i < n; i++) {
            wrong += b[i] != x;
            x += a[i];
        }
        CHECK(wrong == 0 && s == x);
    }
    free(a);
    free(b);
}

static void composed(int n)
{
    struct line *f = malloc((n + 1) * sizeof *f), *g = malloc((n + 1) * sizeof *g);
    for (int i = 0; i < n; i++)
        f[i] = (struct line){i % 3 == 0 ? -1 : 1, i % 5};
    struct line all = {1, 0};
    long most = -100, count = 0;
    long *highest = malloc((n + 1) * sizeof *highest);
#pragma omp target map(to: f[0:n]) map(from: g[0:n], highest[0:n]) map(tofrom: all, most, count)
#pragma omp teams distribute parallel for reduction(inscan, then: all) reduction(inscan, max: most) \
    reduction(inscan, +: count) num_teams(5) num_threads(64)
    for (int i = 0; i < n; i++) {
        all = f[i];
        if (most < (i * 37) % 1001)
            most = (i * 37) % 1001;
        count++;
#pragma omp scan inclusive(all, most, count)
        g[i] = all;
        highest[i] = most + count;
    }
    struct line want = {1, 0};
    long top = -100;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        want = (struct line){want.factor * f[i].factor, want.shift * f[i].factor + f[i].shift};
        top = top < (i * 37) % 1001 ? (i * 37) % 1001 : top;
        wrong += g[i].factor != want.factor || g[i].shift != want.shift || highest[i] != top + i + 1;
    }
    CHECK(wrong == 0);
    CHECK(all.shift == want.shift && most == top && count == n);
    free(f);
    free(g);
    free(highest);
}

int main(void)
{
    static const int sizes[] = {0, 1, 33, 1000, 30000};
    for (int at = 0; at < 5; at++) {
        sums(sizes[at]);
        composed(sizes[at]);
    }
    return test_end();
}
