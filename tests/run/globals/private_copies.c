// host: skip (gcc 12 fails on regions that use copies of declare target arrays)
/* A construct's copy of a declare target variable (OpenMP 5.2, 5.1.1): its name is the copy's, in a region too, whichever
 * construct has it; functions see the device's own. */
#include "../test.h"

typedef struct { int n; double d[3]; } record;

#pragma omp declare target
int v = 6;
double acc = 0;
int array[4] = { 1, 2, 3, 4 };
record rec = { 1, { 1, 2, 3 } };
int *pointer;
static int hidden = 11;
int get(void) { return v; }
#pragma omp end declare target

/* The device's own. */
static int device_v(void)
{
    int seen = -1;
    #pragma omp target map(from: seen)
    seen = get();
    return seen;
}

static void of_host_constructs(void)
{
    int r = -1, w[4] = { 0 };
    #pragma omp parallel private(v) num_threads(1)
    {
        v = 100;
        #pragma omp target map(from: r)
        {
            v++;
            r = v;
        }
        CHECK(v == 100);
    }
    CHECK(r == 101 && v == 6 && device_v() == 6);

    #pragma omp parallel for lastprivate(v)
    for (int i = 0; i < 4; i++) {
        v = i;
        #pragma omp target map(tofrom: w)
        w[i] = v + 10;
    }
    CHECK(w[0] == 10 && w[1] == 11 && w[3] == 13 && v == 3);
    v = 6;

    #pragma omp task firstprivate(v) shared(r)
    {
        v = 50;
        #pragma omp target map(from: r)
        r = v;
    }
    #pragma omp taskwait
    CHECK(r == 50);

    #pragma omp parallel sections private(v) num_threads(1)
    {
        #pragma omp section
        {
            v = 51;
            #pragma omp target map(from: r)
            r = v;
        }
    }
    CHECK(r == 51);

    #pragma omp parallel reduction(+: v) num_threads(1)
    {
        v = 52;
        #pragma omp target map(from: r)
        r = v;
    }
    CHECK(r == 52 && v == 58);
    v = 6;

    /* The loop's own variable, and a linear one. */
    #pragma omp parallel for
    for (v = 0; v < 4; v++) {
        #pragma omp target map(tofrom: w)
        w[v] = v + 20;
    }
    CHECK(w[0] == 20 && w[3] == 23);
    v = 6;
    #pragma omp parallel for linear(v: 2)
    for (int i = 0; i < 4; i++) {
        #pragma omp target map(tofrom: w)
        w[i] = v;
        v += 2;
    }
    CHECK(w[0] == 6 && w[1] == 8 && w[3] == 12 && v == 14);
    v = 6;

    #pragma omp taskloop firstprivate(v) shared(w)
    for (int i = 0; i < 4; i++) {
        v = 60 + i;
        #pragma omp target map(tofrom: w)
        w[i] = v;
    }
    CHECK(w[0] == 60 && w[3] == 63);

    #pragma omp parallel num_threads(1)
    #pragma omp single private(v)
    {
        v = 70;
        #pragma omp target map(from: r)
        r = v;
    }
    CHECK(r == 70);

    /* Constructs between the copy and the region. */
    #pragma omp parallel firstprivate(v) num_threads(1)
    {
        v += 74;
        #pragma omp parallel shared(v, r) num_threads(2)
        #pragma omp single
        #pragma omp target data map(from: r)
        {
            #pragma omp target teams distribute parallel for map(from: r)
            for (int i = 0; i < 1; i++)
                r = v;
        }
    }
    CHECK(r == 80);

    /* None of them has a copy. */
    int seen = 0;
    #pragma omp parallel shared(v) num_threads(1)
    #pragma omp task shared(seen)
    {
        v = 8;
        #pragma omp target update to(v)
        #pragma omp target map(from: seen)
        {
            seen = v + get();
            v = 6;
        }
        #pragma omp target update from(v)
    }
    CHECK(seen == 16 && v == 6 && device_v() == 6);
    { /* A local variable of that name. */
        int v = 53;
        #pragma omp target map(from: r)
        r = v;
        CHECK(r == 53);
    }
}

/* Aggregates are mapped, pointers looked up, whatever is said of the originals. */
static void of_other_types(void)
{
    int sum = -1;
    #pragma omp parallel firstprivate(array, rec, hidden, acc) private(pointer) num_threads(1)
    {
        int here[2] = { 30, 31 };
        array[3] = 40;
        rec.d[1] = 50;
        hidden = 60;
        acc = 80;
        pointer = here;
        #pragma omp target map(from: sum) map(tofrom: pointer[0:2])
        {
            sum = array[3] + rec.d[1] + hidden + acc + pointer[1];
            array[0] = -1;
            rec.n = -2;
            pointer[0] = -3;
            hidden = acc = -4;
        }
        CHECK(sum == 261);
        CHECK(array[0] == -1 && rec.n == -2 && here[0] == -3);
        CHECK(hidden == 60 && acc == 80);
        #pragma omp target map(tofrom: array[0:1])
        array[0]++;
        CHECK(array[0] == 0);
    }
    CHECK(array[0] == 1 && rec.n == 1 && rec.d[1] == 2 && hidden == 11);
    #pragma omp target map(from: sum)
    sum = array[0] + array[3] + rec.n + rec.d[1] + hidden;
    CHECK(sum == 1 + 4 + 1 + 2 + 11);
}

/* Copies that constructs of regions and of functions have. */
#pragma omp declare target
static int in_function(void)
{
    int sum = 0;
    #pragma omp parallel for firstprivate(v, rec) reduction(+: sum)
    for (int i = 0; i < 33; i++) {
        v += 1;
        rec.d[0] = v;
        sum += v > 6 && get() == 6;
    }
    #pragma omp parallel private(v) num_threads(3) reduction(+: sum)
    {
        v = 1;
        sum += v * 100 + (get() == 6);
    }
    return sum;
}
static void reduced(void)
{
    #pragma omp parallel for reduction(+: v) lastprivate(hidden)
    for (int i = 0; i < 33; i++) {
        v += i;
        hidden = i;
    }
}
#pragma omp end declare target

static void of_device_constructs(void)
{
    int sum = 0, last = 0;
    #pragma omp target map(from: sum)
    sum = in_function();
    CHECK(sum == 33 + 101 || sum == 33 + 303);
    #pragma omp target map(from: sum, last)
    {
        reduced();
        sum = v;
        last = hidden;
        v = 6;
        hidden = 11;
    }
    CHECK(sum == 6 + 528 && last == 32);
    sum = 0;
    #pragma omp target map(tofrom: sum)
    #pragma omp parallel for private(v) firstprivate(array) reduction(+: sum)
    for (int i = 0; i < 33; i++) {
        v = i;
        array[1] += 1;
        sum += v + (get() == 6);
    }
    CHECK(sum == 528 + 33);
    #pragma omp target parallel for reduction(+: acc) map(always, tofrom: acc)
    for (int i = 0; i < 33; i++)
        acc += i;
    #pragma omp target update from(acc)
    CHECK(acc == 528);
    #pragma omp target firstprivate(v) map(from: sum)
    {
        v = 9;
        sum = v * 10 + get();
    }
    CHECK((sum == 96 || !on_device()) && device_v() == 6);
    #pragma omp target private(v) map(from: sum)
    {
        v = 9;
        sum = v;
    }
    CHECK(sum == 9 && device_v() == 6);
}

int main(void)
{
    of_host_constructs();
    of_other_types();
    of_device_constructs();
    return test_end();
}
