/* Arrays and array sections of types that `declare reduction` is about: in registers, in scratch memory, on stacks. */
#include "../test.h"

typedef struct {
    double x, y;
} point;

struct best {
    int value, where;
};

/* Larger than what a thread keeps for itself. */
typedef struct {
    int bin[100];
    long all;
} counts;

static void better(struct best *out, const struct best *in)
{
    if (in->value > out->value || (in->value == out->value && in->where < out->where))
        *out = *in;
}

/* A thing of the original tells whether it was handed to the initialiser. */
static void start(struct best *it, const struct best *original)
{
    it->value = original->value < 0 ? original->value : -1;
    it->where = 1 << 30;
}

static void add_counts(counts *out, const counts *in)
{
    for (int i = 0; i < 100; i++)
        out->bin[i] += in->bin[i];
    out->all += in->all;
}

#pragma omp declare reduction(+ : point : omp_out.x += omp_in.x, omp_out.y += omp_in.y)
#pragma omp declare reduction(box : point : omp_out.x = omp_in.x < omp_out.x ? omp_in.x : omp_out.x, \
                              omp_out.y = omp_in.y > omp_out.y ? omp_in.y : omp_out.y) \
    initializer(omp_priv = {1e30, -1e30})
#pragma omp declare reduction(best : struct best : better(&omp_out, &omp_in)) initializer(start(&omp_priv, &omp_orig))
#pragma omp declare reduction(same : struct best : better(&omp_out, &omp_in)) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(+ : counts : add_counts(&omp_out, &omp_in))
#pragma omp declare reduction(largest : int, long, double : omp_out = omp_in > omp_out ? omp_in : omp_out) \
    initializer(omp_priv = -1000)

enum { n = 2003, few = 5, many = 300 };

static int a[n];
static point sums[many], boxes[many];
static struct best found[many];
static counts counted;

static void reset(void)
{
    for (int i = 0; i < many; i++) {
        sums[i] = (point){1, 2};
        boxes[i] = (point){1e9, -1e9};
        found[i] = (struct best){-7, 9};
    }
    counted = (counts){.all = 5};
}

/* What `of` elements are after each iteration has gone to one of them, from `first` on. */
static int right(int first, int of)
{
    int bad = 0;
    for (int k = 0; k < many; k++) {
        point sum = {1, 2}, box = {1e9, -1e9};
        struct best want = {-7, 9};
        for (int i = 0; i < n; i++) {
            if (first + i % of != k)
                continue;
            sum.x += a[i];
            sum.y += i;
            box.x = a[i] < box.x ? a[i] : box.x;
            box.y = a[i] > box.y ? a[i] : box.y;
            better(&want, &(struct best){a[i], i});
        }
        bad += sums[k].x != sum.x || sums[k].y != sum.y;
        bad += boxes[k].x != box.x || boxes[k].y != box.y;
        bad += found[k].value != want.value || found[k].where != want.where;
    }
    return bad == 0;
}

#define BODY(i, k)                                                                                      \
    do {                                                                                                \
        sums[k].x += a[i];                                                                              \
        sums[k].y += i;                                                                                 \
        boxes[k].x = a[i] < boxes[k].x ? a[i] : boxes[k].x;                                             \
        boxes[k].y = a[i] > boxes[k].y ? a[i] : boxes[k].y;                                             \
        struct best here = {a[i], i};                                                                   \
        better(&found[k], &here);                                                                       \
    } while (0)

/* In a function, by whatever team calls it. */
#pragma omp declare target
static void in_function(int length, const int *a, point *sums)
{
    #pragma omp for reduction(+: sums[0:length])
    for (int i = 0; i < n; i++) {
        sums[i % length].x += a[i];
        sums[i % length].y += i;
    }
}
#pragma omp end declare target

int main(void)
{
    for (int i = 0; i < n; i++)
        a[i] = (i * 7919) % 4001;

    reset();
    #pragma omp target teams distribute parallel for map(to: a) map(tofrom: sums, boxes, found) \
        reduction(+: sums[0:few]) reduction(box: boxes[0:few]) reduction(best: found[0:few])
    for (int i = 0; i < n; i++)
        BODY(i, i % few);
    CHECK(right(0, few));

    /* Not from the first on; several sizes of teams. */
    int sizes[] = {1, 2, 31, 32, 33, 95, 256, 992};
    for (int s = 0; s < 8; s++) {
        reset();
        #pragma omp target parallel for map(to: a) map(tofrom: sums, boxes, found) num_threads(sizes[s]) \
            reduction(+: sums[2:3]) reduction(box: boxes[2:3]) reduction(same: found[2:3])
        for (int i = 0; i < n; i++)
            BODY(i, 2 + i % 3);
        CHECK(right(2, 3));
    }

    /* Long ones: a copy for each thread. */
    reset();
    #pragma omp target teams distribute parallel for map(to: a) num_teams(3) thread_limit(64) \
        reduction(+: sums) reduction(box: boxes) reduction(best: found)
    for (int i = 0; i < n; i++)
        BODY(i, i % many);
    CHECK(right(0, many));
    reset();
    int length = 77, first = 11;
    #pragma omp target parallel for map(to: a) map(tofrom: sums, boxes, found) num_threads(45) \
        reduction(+: sums[first:length]) reduction(box: boxes[first:length]) reduction(best: found[first:length])
    for (int i = 0; i < n; i++)
        BODY(i, first + i % length);
    CHECK(right(first, length));

    /* Inside of regions, of which some are found by functions. */
    reset();
    #pragma omp target map(to: a) map(tofrom: sums, boxes, found)
    {
        int threads = 33 + a[0];
        #pragma omp parallel num_threads(threads)
        {
            #pragma omp for reduction(+: sums[0:few]) reduction(box: boxes[0:few]) reduction(best: found[0:few])
            for (int i = 0; i < n; i++)
                BODY(i, i % few);
        }
    }
    CHECK(right(0, few));

    reset();
    #pragma omp target map(to: a) map(tofrom: sums, boxes, found)
    {
        const int own = length + a[0];
        #pragma omp parallel for num_threads(40) reduction(+: sums[0:own]) reduction(box: boxes[0:own]) \
            reduction(best: found[0:own])
        for (int i = 0; i < n; i++)
            BODY(i, i % own);
    }
    CHECK(right(0, length));

    for (int s = 0; s < 8; s++) {
        reset();
        #pragma omp target map(to: a) map(tofrom: sums)
        {
            #pragma omp parallel num_threads(sizes[s])
            in_function(length, a, sums);
        }
        int bad = 0;
        for (int k = 0; k < many; k++) {
            point want = {1, 2};
            for (int i = k; i < n && k < length; i += length) {
                want.x += a[i];
                want.y += i;
            }
            bad += sums[k].x != want.x || sums[k].y != want.y;
        }
        CHECK(bad == 0);
    }

    /* One thread's own arrays. */
    reset();
    static double out[64];
    #pragma omp target parallel for map(to: a) map(tofrom: out) num_threads(64)
    for (int t = 0; t < 64; t++) {
        point mine[40];
        for (int k = 0; k < 40; k++)
            mine[k] = (point){0, 0};
        #pragma omp simd reduction(+: mine)
        for (int i = 0; i < n; i++) {
            mine[i % 40].x += a[i];
            mine[i % 40].y += t;
        }
        point three[3] = {{0, 0}, {0, 0}, {0, 0}};
        #pragma omp parallel for reduction(+: three[1:2])
        for (int i = 0; i < n; i++)
            three[1 + i % 2].y += 1;
        out[t] = mine[7].x + mine[39].y + three[0].y + three[2].y;
    }
    double x = 0;
    long y = 0;
    for (int i = 0; i < n; i++) {
        x += i % 40 == 7 ? a[i] : 0;
        y += i % 40 == 39;
    }
    for (int t = 0; t < 64; t++)
        CHECK(out[t] == x + y * t + n / 2);

    /* Rows, and arithmetic types. */
    static long most[6][20];
    static double high[3] = {-2000, 5, 1e9};
    for (int k = 0; k < 120; k++)
        most[k / 20][k % 20] = -2000;
    #pragma omp target teams distribute parallel for map(to: a) num_teams(4) thread_limit(96) reduction(largest: most[1:4], high)
    for (int i = 0; i < n; i++) {
        long *at = &most[1 + i % 4][i % 20];
        *at = a[i] > *at ? a[i] : *at;
        high[0] = a[i] > high[0] ? a[i] : high[0];
    }
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 20; c++) {
            long want = r == 0 || r == 5 ? -2000 : -1000;
            for (int i = 0; i < n; i++)
                if (1 + i % 4 == r && i % 20 == c && a[i] > want)
                    want = a[i];
            CHECK(most[r][c] == want);
        }
    CHECK(high[0] == 4000 && high[1] == 5 && high[2] == 1e9);

    /* A structure that no register holds. */
    reset();
    #pragma omp target teams distribute parallel for map(to: a) num_teams(3) thread_limit(96) reduction(+: counted)
    for (int i = 0; i < n; i++) {
        counted.bin[a[i] % 100]++;
        counted.all++;
    }
    CHECK(counted.all == n + 5);
    for (int k = 0; k < 100; k++) {
        int want = 0;
        for (int i = 0; i < n; i++)
            want += a[i] % 100 == k;
        CHECK(counted.bin[k] == want);
    }

    /* The teams' own: whole arrays in sequential code, of a few elements. */
    point by_team[4] = {{1, 1}, {0, 0}, {0, 0}, {0, 0}};
    int teams = 0;
    #pragma omp target teams num_teams(5) thread_limit(64) reduction(+: by_team, teams)
    {
        teams++;
        by_team[1].x += 1;
        #pragma omp parallel for num_threads(33) reduction(+: by_team)
        for (int i = 0; i < 100; i++)
            by_team[i % 4].y += i;
    }
    CHECK(by_team[0].x == 1 && by_team[1].x == teams);
    for (int k = 0; k < 4; k++)
        CHECK(by_team[k].y == (k == 0) + teams * (25 * k + 4 * 300));

    /* Sections, scope and worksharing in one region. */
    point parts[2] = {{0, 0}, {0, 0}};
    #pragma omp target parallel num_threads(33) map(tofrom: parts)
    {
        #pragma omp sections reduction(+: parts)
        {
            #pragma omp section
            parts[0].x += 1;
            #pragma omp section
            parts[1].x += 2;
        }
        #pragma omp for reduction(+: parts) nowait
        for (int i = 0; i < 10; i++)
            parts[i % 2].y += i;
    }
    CHECK(parts[0].x == 1 && parts[1].x == 2 && parts[0].y == 20 && parts[1].y == 25);
    return test_end();
}
