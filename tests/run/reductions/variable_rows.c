// host: skip
/* Reductions of arrays whose rows have a variable length; gcc 12 takes wrong extents for some of them. */
#include "../test.h"

#define TRIPS 5000

static void league(int n, int m, int a[n][m], int *count)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n], count[0:1]) reduction(+: a[0:n][0:m], count[:1])
    for (int i = 0; i < TRIPS; i++) {
        a[i % n][i % m] += i & 1;
        count[0]++;
    }
}

/* Each thread needs a copy: the body reads elements. */
static void copies(int n, int m, double a[n][m])
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(max: a[0:n][0:m])
    for (int i = 0; i < TRIPS; i++)
        if (a[i % n][i % m] < i)
            a[i % n][i % m] = i;
}

static void team(int n, int m, long a[n][m][2])
{
    #pragma omp target map(tofrom: a[0:n])
    {
        #pragma omp parallel reduction(+: a[1:n - 1][:m])
        {
            #pragma omp for
            for (int i = 0; i < TRIPS; i++)
                a[1 + i % (n - 1)][i % m][i & 1] += i;
        }
        #pragma omp parallel for reduction(+: a[0:2][0:m])
        for (int i = 0; i < TRIPS; i++) {
            long before = a[i & 1][i % m][1];
            a[i & 1][i % m][1] = before + 1;
        }
    }
}

static void constant_rows(int m, int (*a)[m])
{
    #pragma omp target parallel for map(tofrom: a[0:3]) reduction(+: a[0:3][0:m])
    for (int i = 0; i < TRIPS; i++)
        a[i % 3][i % m]++;
    #pragma omp target parallel num_threads(5) map(tofrom: a[0:3])
    {
        #pragma omp for reduction(+: a[0:3])
        for (int i = 0; i < TRIPS; i++)
            a[i % 3][(i + 1) % m]++;
        #pragma omp sections reduction(+: a[1:2][0:m])
        {
            #pragma omp section
            a[1][0] += 100;
            #pragma omp section
            a[2][m - 1] += 200;
        }
        #pragma omp scope reduction(+: a[0:1][0:m])
        a[0][0]++;
    }
}

int main(void)
{
    int n = 7, m = 9, count = 0;
    int a[n][m], b[3][m];
    double d[n][m];
    long l[n][m][2];
    for (int i = 0; i < n * m; i++) {
        (&a[0][0])[i] = i;
        (&d[0][0])[i] = i * 100;
        (&l[0][0][0])[2 * i] = i;
        (&l[0][0][0])[2 * i + 1] = -i;
        if (i < 3 * m)
            (&b[0][0])[i] = i;
    }
    league(n, m, a, &count);
    copies(n, m, d);
    team(n, m, l);
    constant_rows(m, b);
    int want_a[n][m], want_b[3][m];
    double want_d[n][m];
    long want_l[n][m][2];
    for (int i = 0; i < n * m; i++) {
        (&want_a[0][0])[i] = i;
        (&want_d[0][0])[i] = i * 100;
        (&want_l[0][0][0])[2 * i] = i;
        (&want_l[0][0][0])[2 * i + 1] = -i;
        if (i < 3 * m)
            (&want_b[0][0])[i] = i;
    }
    for (int i = 0; i < TRIPS; i++) {
        want_a[i % n][i % m] += i & 1;
        if (want_d[i % n][i % m] < i)
            want_d[i % n][i % m] = i;
        want_l[1 + i % (n - 1)][i % m][i & 1] += i;
        want_l[i & 1][i % m][1]++;
        want_b[i % 3][i % m]++;
        want_b[i % 3][(i + 1) % m]++;
    }
    CHECK(count == TRIPS);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            CHECK(a[i][k] == want_a[i][k]);
            CHECK(d[i][k] == want_d[i][k]);
            CHECK(l[i][k][0] == want_l[i][k][0] && l[i][k][1] == want_l[i][k][1]);
            if (i < 3 && !(i == 1 && k == 0) && !(i == 2 && k == m - 1) && !(i == 0 && k == 0))
                CHECK(b[i][k] == want_b[i][k]);
        }
    CHECK(b[1][0] == want_b[1][0] + 100 && b[2][m - 1] == want_b[2][m - 1] + 200);
    CHECK(b[0][0] > want_b[0][0] && b[0][0] <= want_b[0][0] + 5);
    return test_end();
}
