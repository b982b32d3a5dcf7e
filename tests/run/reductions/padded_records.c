/* Records with padding, which lanes of a warp pass each other without it: all members arrive. */
#include "../test.h"

struct largest {
    double size;
    int at;
};

struct scattered {
    char a; /* seven bytes behind it, of which four are a word */
    double b;
    short c;
    struct {
        char d;
        long long e;
    } inner[2];
};

struct fields {
    long long a;
    int b : 3, c : 17;
    union {
        char d;
        short e;
    } u;
};

struct none {
    int a, b;
};

static struct largest larger(struct largest a, struct largest b)
{
    return a.size > b.size || (a.size == b.size && a.at < b.at) ? a : b;
}

static void add(struct scattered *to, const struct scattered *from)
{
    to->a = (char)(to->a ^ from->a);
    to->b += from->b;
    to->c = (short)(to->c + from->c);
    for (int i = 0; i < 2; i++) {
        to->inner[i].d = (char)(to->inner[i].d ^ from->inner[i].d);
        to->inner[i].e += from->inner[i].e;
    }
}

#pragma omp declare reduction(larger : struct largest : omp_out = larger(omp_out, omp_in)) \
    initializer(omp_priv = (struct largest){-1, -1})
#pragma omp declare reduction(add : struct scattered : add(&omp_out, &omp_in)) initializer(omp_priv = (struct scattered){0})
#pragma omp declare reduction(both : struct fields : omp_out.a += omp_in.a, omp_out.b ^= omp_in.b, omp_out.c += omp_in.c, \
                              omp_out.u.e += omp_in.u.e) initializer(omp_priv = (struct fields){0})
#pragma omp declare reduction(sums : struct none : omp_out.a += omp_in.a, omp_out.b += omp_in.b) \
    initializer(omp_priv = (struct none){0, 0})

static double value(int i)
{
    return (i * 37) % 101;
}

static void run(int n, int threads)
{
    struct largest best = {-1, -1}, first = {-1, -1};
    struct scattered all = {0}, expected = {0};
    struct fields few = {0}, wanted = {0};
    struct none pair = {0, 0}, sums = {0, 0};
    for (int i = 0; i < n; i++) {
        first = larger(first, (struct largest){value(i), i});
        struct scattered one = {(char)i, i, (short)(i % 5), {{(char)(i + 1), i * 3}, {(char)(i + 2), i * 5}}};
        add(&expected, &one);
        wanted.a += i;
        wanted.b ^= i & 3;
        wanted.c += i % 2;
        wanted.u.e += (short)(i % 3);
        sums.a += i;
        sums.b -= i;
    }
#pragma omp target teams distribute parallel for reduction(larger : best) reduction(add : all) reduction(both : few) \
    reduction(sums : pair) map(tofrom : best, all, few, pair) num_teams(3) thread_limit(threads)
    for (int i = 0; i < n; i++) {
        best = larger(best, (struct largest){(i * 37) % 101, i});
        struct scattered one = {(char)i, i, (short)(i % 5), {{(char)(i + 1), i * 3}, {(char)(i + 2), i * 5}}};
        add(&all, &one);
        few.a += i;
        few.b ^= i & 3;
        few.c += i % 2;
        few.u.e += (short)(i % 3);
        pair.a += i;
        pair.b -= i;
    }
    CHECK(best.size == first.size && best.at == first.at);
    CHECK(all.a == expected.a && all.b == expected.b && all.c == expected.c);
    for (int i = 0; i < 2; i++)
        CHECK(all.inner[i].d == expected.inner[i].d && all.inner[i].e == expected.inner[i].e);
    CHECK(few.a == wanted.a && few.b == wanted.b && few.c == wanted.c && few.u.e == wanted.u.e);
    CHECK(pair.a == sums.a && pair.b == sums.b);
}

/* In one team, whose threads all get the result, or one of them. */
static void in_team(int n, int threads)
{
    struct largest best = {-1, -1}, first = {-1, -1};
    for (int i = 0; i < n; i++)
        first = larger(first, (struct largest){value(i), i});
#pragma omp target parallel for reduction(larger : best) map(tofrom : best) num_threads(threads)
    for (int i = 0; i < n; i++)
        best = larger(best, (struct largest){(i * 37) % 101, i});
    CHECK(best.size == first.size && best.at == first.at);
}

int main(void)
{
    static const int threads[] = {1, 2, 31, 32, 33, 256}, lengths[] = {0, 1, 5, 33, 1000};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++) {
            run(lengths[j], threads[i]);
            in_team(lengths[j], threads[i]);
        }
    return test_end();
}
