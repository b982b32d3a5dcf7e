// Arrays of variable length in private, firstprivate and lastprivate of every construct.
#include "../test.h"

enum { N = 40 };

static int sum(const int *v, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

#pragma omp declare target
static void fill(int *v, int n, int with)
{
    for (int i = 0; i < n; i++)
        v[i] = with + i;
}
#pragma omp end declare target

static void combined(int n)
{
    int v[n], out[N];
    for (int i = 0; i < n; i++)
        v[i] = 100 + i;
#pragma omp target teams distribute parallel for private(v) map(from: out)
    for (int i = 0; i < N; i++) {
        fill(v, n, i);
        out[i] = v[n - 1];
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i + n - 1);
#pragma omp target teams distribute parallel for firstprivate(v) map(from: out)
    for (int i = 0; i < N; i++) {
        out[i] = v[i % n];
        if (i == N + 1)
            v[0] = 0;
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 100 + i % n);
#pragma omp target parallel for firstprivate(v) map(from: out) num_threads(33)
    for (int i = 0; i < N; i++)
        out[i] = v[1] + i;
    CHECK(out[N - 1] == 101 + N - 1);
#pragma omp target teams distribute firstprivate(v) map(from: out)
    for (int i = 0; i < N; i++)
        out[i] = v[0] + i;
    CHECK(out[7] == 107);
#pragma omp target parallel private(v) map(from: out) num_threads(N)
    {
        int me = omp_get_thread_num();
        fill(v, n, me);
        out[me] = v[0] + v[n - 1];
    }
    CHECK(out[0] == n - 1 && out[3] == 6 + n - 1);
#pragma omp target simd private(v) map(from: out)
    for (int i = 0; i < N; i++) {
        v[i % n] = i;
        out[i] = v[i % n];
    }
    CHECK(out[N - 1] == N - 1);
    int w[n];
#pragma omp target teams distribute parallel for lastprivate(w)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < n; k++)
            w[k] = i * k;
    CHECK(sum(w, n) == (N - 1) * n * (n - 1) / 2);
#pragma omp target parallel for firstprivate(v) lastprivate(v) map(tofrom: v)
    for (int i = 0; i < N; i++)
        if (i == N - 1)
            v[0] = 7;
    CHECK(v[0] == 7 && v[1] == 101);
}

static void two_dimensions(int n, int m)
{
    double w[n][m], out[N];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            w[i][k] = 10 * i + k;
#pragma omp target teams distribute parallel for private(w) map(from: out)
    for (int q = 0; q < N; q++) {
        for (int i = 0; i < n; i++)
            for (int k = 0; k < m; k++)
                w[i][k] = q;
        out[q] = w[n - 1][m - 1] + w[0][1];
    }
    CHECK(out[N - 1] == 2 * (N - 1));
#pragma omp target teams distribute parallel for firstprivate(w) map(from: out)
    for (int q = 0; q < N; q++)
        out[q] = w[q % n][q % m];
    for (int q = 0; q < N; q++)
        CHECK(out[q] == 10 * (q % n) + q % m);
#pragma omp target parallel for lastprivate(w) map(from: w)
    for (int q = 0; q < N; q++)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < m; k++)
                w[i][k] = q + i + k;
    CHECK(w[n - 1][m - 1] == N - 1 + n - 1 + m - 1);
}

// Constructs inside of a region, of its own arrays.
static void inside(int n)
{
    int out[N], ends[4];
#pragma omp target map(from: out, ends)
    {
        int v[n];
        for (int i = 0; i < n; i++)
            v[i] = i + 1;
#pragma omp parallel num_threads(8) firstprivate(v)
        {
            int me = omp_get_thread_num();
            v[0] = me;
            if (me < 8)
                out[me] = v[0] + v[n - 1];
#pragma omp for private(v)
            for (int i = 8; i < N; i++) {
                fill(v, n, i);
                out[i] = v[1];
            }
        }
#pragma omp parallel num_threads(3)
        {
#pragma omp single private(v)
            {
                fill(v, n, 5);
                ends[0] = v[2];
            }
#pragma omp single firstprivate(v)
            {
                v[0] += 10;
                ends[1] = v[0];
            }
#pragma omp sections firstprivate(v) lastprivate(v)
            {
#pragma omp section
                ends[2] = v[1];
#pragma omp section
                v[1] = 77;
            }
#pragma omp for lastprivate(v)
            for (int i = 0; i < 5; i++)
                fill(v, n, v == 0 ? 0 : i);
        }
        ends[3] = v[0];
    }
    CHECK(out[0] == n && out[7] == 7 + n);
    for (int i = 8; i < N; i++)
        CHECK(out[i] == i + 1);
    CHECK(ends[0] == 7 && ends[1] == 11 && ends[2] == 2 && ends[3] == 4);
}

// Copies of teams, which their regions share.
static void of_teams(int n)
{
    int v[n], out[N] = { 0 };
    for (int i = 0; i < n; i++)
        v[i] = 3;
#pragma omp target teams num_teams(4) thread_limit(32) private(v) map(tofrom: out)
    {
        int team = omp_get_team_num();
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            v[i] = team + i;
        int s = 0;
        for (int i = 0; i < n; i++)
            s += v[i];
        out[team] = s;
    }
    CHECK(out[0] == n * (n - 1) / 2);
#pragma omp target teams num_teams(4) thread_limit(32) firstprivate(v) map(tofrom: out)
    {
        int team = omp_get_team_num();
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            v[i] += team + i;
        int s = 0;
#pragma omp parallel for reduction(+: s)
        for (int i = 0; i < n; i++)
            s += v[i];
        out[team] = s;
    }
    CHECK(out[0] == n * (n - 1) / 2 + 3 * n);
#pragma omp target teams distribute private(v) map(tofrom: out)
    for (int q = 0; q < N; q++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            v[i] = q;
        int s = 0;
        for (int i = 0; i < n; i++)
            s += v[i];
        out[q] = s;
    }
    for (int q = 0; q < N; q++)
        CHECK(out[q] == q * n);
#pragma omp target private(v) map(tofrom: out)
    {
        fill(v, n, 2);
        out[0] = v[1];
    }
    CHECK(out[0] == 3);
#pragma omp target private(v) map(tofrom: out)
    {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            v[i] = i;
        out[0] = v[n - 1];
    }
    CHECK(out[0] == n - 1);
#pragma omp target firstprivate(v) map(tofrom: out)
    {
        v[0] = 9;
#pragma omp parallel for firstprivate(v)
        for (int i = 0; i < n; i++) {
            v[1] += i;
            out[i] = v[0];
        }
        out[0] = v[1];
    }
    CHECK(out[0] == 3 && out[1] == 9);
    CHECK(v[0] == 3);
}

// Not the extents but the variables that they came from are copied or changed, too.
static void extents_apart(int n, int m)
{
    int w[n][m], out[N] = { 0 };
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            w[i][k] = 10 * i + k;
#pragma omp target parallel num_threads(4) firstprivate(w) private(m) map(tofrom: out)
    {
        m = 1;
        out[omp_get_thread_num()] = w[1][2] + m;
    }
    CHECK(out[0] == 13 && out[3] == 13);
#pragma omp target map(tofrom: out) map(to: w)
    {
        m = 0;
        out[0] = w[1][2] + m + (int)(sizeof w[0] / sizeof w[0][0]);
    }
    CHECK(out[0] == 12 + m);
    int was = m;
    m = 1;
#pragma omp target map(tofrom: out) map(to: w)
    out[0] = w[2][1];
    CHECK(out[0] == 21);
#pragma omp target teams distribute parallel for firstprivate(w) map(tofrom: out)
    for (int i = 0; i < N; i++)
        out[i] = w[i % 2][was - 1];
    CHECK(out[1] == 10 + was - 1);
    int *p = &was, u[*p];
    u[0] = u[3] = 8;
#pragma omp target map(tofrom: out) map(to: u)
    out[0] = u[3] + (int)sizeof u;
    CHECK(out[0] == 8 + was * (int)sizeof(int));
}

// In functions, and by tasks.
#pragma omp declare target
static int orphaned(int n)
{
    int v[n], r = 0;
    for (int i = 0; i < n; i++)
        v[i] = i;
#pragma omp parallel num_threads(5) firstprivate(v)
    {
        v[0] = omp_get_thread_num();
#pragma omp atomic
        r += v[0] + v[n - 1];
    }
#pragma omp parallel for num_threads(5) private(v) reduction(+: r)
    for (int i = 0; i < 20; i++) {
        fill(v, n, i);
        r += v[0];
    }
    return r;
}
#pragma omp end declare target

static void elsewhere(int n)
{
    int out[N] = { 0 };
#pragma omp target map(tofrom: out)
    out[0] = orphaned(n);
    CHECK(out[0] == 10 + 5 * (n - 1) + 190);
#pragma omp target map(tofrom: out)
    {
        int v[n];
        fill(v, n, 1);
#pragma omp parallel num_threads(2)
#pragma omp single
        {
#pragma omp task firstprivate(v)
            {
                v[0]++;
                out[0] = v[0];
            }
#pragma omp task private(v)
            {
                fill(v, n, 8);
                out[1] = v[1];
            }
#pragma omp taskwait
        }
        out[2] = v[0];
    }
    CHECK(out[0] == 2 && out[1] == 9 && out[2] == 1);
}

int main(void)
{
    combined(6);
    two_dimensions(3, 5);
    inside(4);
    of_teams(9);
    extents_apart(3, 4);
    elsewhere(7);
    return test_end();
}
