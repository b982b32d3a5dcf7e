// Small structures and arrays that a region only reads: by value where nothing can have mapped them, else the value
// that device memory holds.
#include "../test.h"
#define N 100

typedef struct {
    int x, y, z;
} int3;

struct grid {
    int3 size;
    double spacing[3];
    struct {
        unsigned low : 5, high : 9;
    };
    union {
        int i;
        float f;
    } last;
};

static int out[N];

static void each(struct grid g, int3 by)
{
    int weights[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    const char letters[] = "abcdefg";
    #pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < N; i++)
        out[i] = g.size.x * by.y + (int)g.spacing[i % 3] + g.low + g.high + g.last.i + weights[i & 1][i % 3] + letters[i % 7];
    for (int i = 0; i < N; i++)
        CHECK(out[i] == g.size.x * by.y + (int)g.spacing[i % 3] + g.low + g.high + g.last.i + weights[i & 1][i % 3] + letters[i % 7]);
    by.y++;
    weights[0][0] = 10;
    #pragma omp target parallel for map(tofrom: by) map(to: weights) map(from: out) num_threads(7)
    for (int i = 0; i < N; i++)
        out[i] = by.y + weights[0][0];
    for (int i = 0; i < N; i++)
        CHECK(out[i] == by.y + 10);
}

/* The host changes them between launches; sequential parts, guarded code and functions read them. */
static void launches(int3 v)
{
    int table[4] = { 0, 1, 2, 3 };
    for (int k = 0; k < 4; k++) {
        table[k] += k;
        v.z = k;
        #pragma omp target map(from: out)
        {
            int3 copy = v;
            out[0] = table[k] + copy.z;
            int shared = table[3];
            #pragma omp parallel num_threads(5) firstprivate(table)
            {
                #pragma omp for
                for (int i = 1; i < N; i++)
                    out[i] = shared + table[i & 3] + v.x + copy.y;
            }
            out[1] = v.x;
        }
        CHECK(out[0] == table[k] + k && out[1] == v.x);
        for (int i = 2; i < N; i++)
            CHECK(out[i] == table[3] + table[i & 3] + v.x + v.y);
    }
}

/* A firstprivate array; one that the region changes. */
static void firstprivate(void)
{
    double read[4] = { 1, 2, 3, 4 };
    int changed[4] = { 1, 2, 3, 4 };
    #pragma omp target teams distribute parallel for firstprivate(read) map(from: out)
    for (int i = 0; i < N; i++)
        out[i] = read[i & 3] + read[0];
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i & 3) + 2);
    #pragma omp target firstprivate(read, changed) map(from: out)
    {
        changed[1] = read[3];
        for (int i = 0; i < N; i++)
            out[i] = changed[i & 3];
    }
    CHECK(out[0] == 1 && out[1] == 4 && changed[1] == 2);
}

/* A data environment around has them: the region gets the value that is there, and leaves the host's alone. */
static void present(void)
{
    int3 v = { 1, 2, 3 };
    int table[2] = { 4, 5 };
    #pragma omp target data map(to: v, table)
    {
        v.x = 10;
        table[0] = 40;
        #pragma omp target map(from: out)
        {
            out[0] = v.x;
            out[1] = table[0];
        }
        CHECK(out[0] == (on_device() ? 1 : 10) && out[1] == (on_device() ? 4 : 40));
        #pragma omp target update to(v, table[0:1])
        #pragma omp target map(from: out) map(to: v)
        {
            out[0] = v.x;
            out[1] = table[0];
        }
        CHECK(out[0] == 10 && out[1] == 40);
        #pragma omp target map(tofrom: v)
        v.y = 20;
        #pragma omp target map(from: out)
        out[0] = v.y;
        CHECK(out[0] == 20);
    }
    CHECK(v.x == 10 && v.y == (on_device() ? 2 : 20));
}

static void enter(int *p, int n)
{
    #pragma omp target enter data map(to: p[0:n])
}

static void leave(int *p, int n)
{
    #pragma omp target exit data map(delete: p[0:n])
}

/* A function has mapped it, by its address. */
static void by_address(void)
{
    int table[3] = { 7, 8, 9 };
    enter(table, 3);
    table[1] = 80;
    #pragma omp target map(from: out)
    out[0] = table[1];
    CHECK(out[0] == (on_device() ? 8 : 80));
    leave(table, 3);
    #pragma omp target map(from: out)
    out[0] = table[1];
    CHECK(out[0] == 80);
}

/* Regions in the order of their dependences. */
static void deferred(void)
{
    int3 v = { 1, 2, 3 };
    #pragma omp target map(tofrom: v) depend(out: v) nowait
    v.y = 5;
    #pragma omp target map(from: out) depend(in: v) nowait
    out[0] = v.y;
    #pragma omp taskwait
    CHECK(out[0] == 5 && v.y == 5);
    #pragma omp target map(from: out)
    out[0] = v.y + 1;
    CHECK(out[0] == 6);
}

/* One region writes, the next one reads; members by themselves. */
static void written(void)
{
    int3 v = { 1, 2, 3 };
    #pragma omp target
    v.x = 100;
    #pragma omp target map(from: out)
    out[0] = v.x;
    CHECK(out[0] == 100 && v.x == 100);
    #pragma omp target map(v.y) map(from: out)
    out[0] = v.y++;
    CHECK(out[0] == 2 && v.y == 3);
    int last[3] = { 0 };
    #pragma omp target teams distribute parallel for lastprivate(last)
    for (int i = 0; i < N; i++)
        last[0] = last[1] = last[2] = i;
    CHECK(last[2] == N - 1);
}

/* Each activation has its own. */
static int recursive(int depth, int3 v)
{
    int sum = 0;
    v.x += depth;
    #pragma omp target map(tofrom: sum)
    sum += v.x;
    return depth ? sum + recursive(depth - 1, v) : sum;
}

/* Tasks of the region read them. */
static void tasks(int3 v)
{
    int table[3] = { 1, 2, 3 };
    #pragma omp target parallel map(from: out) num_threads(4)
    #pragma omp single
    for (int i = 0; i < N; i++) {
        #pragma omp task
        out[i] = v.z + table[i % 3];
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == v.z + table[i % 3]);
}

int main(void)
{
    struct grid g = { { 3, 4, 5 }, { 0.5, 1.5, 2.5 }, { 17, 300 }, { 9 } };
    each(g, (int3){ 1, 2, 3 });
    launches((int3){ 6, 7, 8 });
    firstprivate();
    present();
    by_address();
    deferred();
    written();
    CHECK(recursive(3, (int3){ 1, 0, 0 }) == 4 + 6 + 7 + 7);
    tasks((int3){ 1, 2, 3 });
    return test_end();
}
