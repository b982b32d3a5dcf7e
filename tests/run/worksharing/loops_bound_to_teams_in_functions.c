/* `loop bind(teams)` in functions: the teams of the region that calls them share its iterations. */
#include "../test.h"

enum { n = 120 };

#pragma omp declare target
static int counted, largest = -1;

static void add(int *a, int count, int by)
{
    #pragma omp loop bind(teams)
    for (int i = 0; i < count; i++)
        a[i] += by;
}

static void add_to_all(int *a)
{
    #pragma omp loop bind(teams) collapse(2) order(concurrent)
    for (int i = 0; i < n / 5; i++)
        for (int j = 0; j < 5; j++)
            a[i * 5 + j] += j;
}

static void last_of(int *last, int count)
{
    int at = -1;
    #pragma omp loop bind(teams) lastprivate(at)
    for (at = 0; at < count; at++)
        last[at % 3] = 0;
    if (at == count)
        last[3] = at;
}

/* Constructs in the loop: regions of their own, and loops that bind to the thread, to the parallel region, to nothing said. */
static void rows(int *a, int count)
{
    #pragma omp loop bind(teams)
    for (int i = 0; i < count; i++) {
        int sum = 0, product = 1, least = 100, marks[9] = {0};
        #pragma omp parallel for reduction(+: sum)
        for (int k = 0; k <= i; k++)
            sum += k;
        #pragma omp loop bind(thread) reduction(*: product)
        for (int k = 1; k < 4; k++)
            product *= k;
        #pragma omp loop reduction(min: least)
        for (int k = 1; k < 4; k++)
            if (k < least)
                least = k;
        #pragma omp parallel num_threads(7)
        {
            #pragma omp loop bind(parallel)
            for (int k = 0; k < 9; k++)
                marks[k] += 1;
        }
        for (int k = 0; k < 9; k++)
            a[i] += marks[k];
        a[i] += sum + product * 10 + least * 100;
    }
}

/* The originals are those of all teams. */
static void count(const int *a)
{
    #pragma omp loop bind(teams) reduction(+: counted) reduction(max: largest)
    for (int i = 0; i < n; i++) {
        counted++;
        if (a[i] > largest)
            largest = a[i];
    }
    for (int again = 0; again < 3; again++) {
        #pragma omp loop bind(teams) reduction(+: counted)
        for (int i = 0; i < n; i++) {
            int own = 0;
            #pragma omp parallel for reduction(+: own)
            for (int k = 0; k < 2; k++)
                own += k;
            counted += own;
        }
    }
}

static void through(int *a)
{
    add(a, n, 1000);
}
#pragma omp end declare target

static int is(const int *a, int first, int second)
{
    for (int i = 0; i < n; i++)
        if (a[i] != first + second * (i % 5))
            return 0;
    return 1;
}

int main(void)
{
    int a[n] = {0};
    #pragma omp target teams map(tofrom: a) num_teams(4)
    add(a, n, 1);
    CHECK(is(a, 1, 0));
    int other[n] = {0};
    #pragma omp target teams map(tofrom: a, other) num_teams(3) thread_limit(33)
    {
        add_to_all(a);
        through(other);
    }
    CHECK(is(a, 1, 1) && is(other, 1000, 0));
    int c[4][n] = {{0}};
    #pragma omp target teams map(tofrom: a, c) num_teams(5)
    {
        add(c[3], 0, 7);
        for (int again = 0; again < 3; again++)
            add(c[again], n, again);
        #pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += 3;
    }
    CHECK(is(a, 4, 1));
    CHECK(is(c[0], 0, 0) && is(c[1], 1, 0) && is(c[2], 2, 0) && is(c[3], 0, 0));
    #pragma omp target map(tofrom: a)
    add(a, n, 1);
    CHECK(is(a, 5, 1));
    add(a, n, 1);
    CHECK(is(a, 6, 1));

    int last[4] = {1, 1, 1, 1};
    #pragma omp target teams map(tofrom: last) num_teams(1)
    last_of(last, 50);
    CHECK(last[0] == 0 && last[1] == 0 && last[2] == 0 && last[3] == 50);

    int b[n] = {0};
    #pragma omp target teams map(tofrom: b) num_teams(3) thread_limit(64)
    rows(b, n);
    for (int i = 0; i < n; i++)
        CHECK(b[i] == 9 + i * (i + 1) / 2 + 60 + 100);

    #pragma omp target teams map(to: a) num_teams(6) thread_limit(64)
    count(a);
    #pragma omp target update from(counted, largest)
    CHECK(counted == 4 * n);
    CHECK(largest == 10);
    return test_end();
}
