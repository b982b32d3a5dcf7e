/* `declare reduction`: structs, initialisers of every kind, functions, types with built-in operators. */
#include "../test.h"

typedef struct {
    double x, y;
} point;

struct best {
    int value, where;
};

static void better(struct best *out, const struct best *in)
{
    if (in->value > out->value || (in->value == out->value && in->where < out->where))
        *out = *in;
}

static void start(struct best *it, const struct best *original)
{
    it->value = original->value < 0 ? original->value : -1;
    it->where = 1 << 30;
}

#pragma omp declare reduction(+ : point : omp_out.x += omp_in.x, omp_out.y += omp_in.y)
#pragma omp declare reduction(best : struct best : better(&omp_out, &omp_in)) initializer(start(&omp_priv, &omp_orig))
#pragma omp declare reduction(largest : int, long : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = -1000)
#pragma omp declare reduction(box : point : omp_out.x = omp_in.x < omp_out.x ? omp_in.x : omp_out.x, \
                              omp_out.y = omp_in.y > omp_out.y ? omp_in.y : omp_out.y) \
    initializer(omp_priv = {1e30, -1e30})

int main(void)
{
    enum { n = 5003 };
    static int a[n];
    struct best want = {-1, 0};
    point sum_want = {1, 2}, box_want = {1e30, -1e30};
    for (int i = 0; i < n; i++) {
        a[i] = (i * 7919) % 4001;
        better(&want, &(struct best){a[i], i});
        sum_want.x += a[i];
        sum_want.y += i;
        if (a[i] - 5 < box_want.x)
            box_want.x = a[i] - 5;
        if (a[i] > box_want.y)
            box_want.y = a[i];
    }

    struct best found = {-7, 9};
    point sum = {1, 2}, box = {1e9, -1e9};
    #pragma omp target teams distribute parallel for map(to: a) reduction(best: found) reduction(+: sum) reduction(box: box)
    for (int i = 0; i < n; i++) {
        struct best here = {a[i], i};
        better(&found, &here);
        sum.x += a[i];
        sum.y += i;
        if (a[i] - 5 < box.x)
            box.x = a[i] - 5;
        if (a[i] > box.y)
            box.y = a[i];
    }
    CHECK(found.value == want.value && found.where == want.where);
    CHECK(sum.x == sum_want.x && sum.y == sum_want.y);
    CHECK(box.x == box_want.x && box.y == box_want.y);

    long most = -2000;
    int other = 77777;
    #pragma omp target parallel for num_threads(70) map(to: a) reduction(largest: most, other)
    for (int i = 0; i < n; i++) {
        most = a[i] > most ? a[i] : most;
        other = a[i] > other ? a[i] : other;
    }
    CHECK(most == want.value);
    CHECK(other == 77777);

    /* Of a team's own variable, in sequential code and below it. */
    #pragma omp declare reduction(mix : struct best : omp_out.value ^= omp_in.value, omp_out.where += omp_in.where) \
        initializer(omp_priv = {0})
    struct best mixed = {1, 1};
    int bits = 0;
    for (int i = 0; i < n; i++)
        bits ^= a[i];
    #pragma omp target teams num_teams(3) map(to: a) reduction(mix: mixed)
    {
        #pragma omp distribute parallel for reduction(mix: mixed)
        for (int i = 0; i < n; i++) {
            mixed.value ^= a[i];
            mixed.where++;
        }
    }
    CHECK(mixed.value == (bits ^ 1) && mixed.where == n + 1);
    return test_end();
}
