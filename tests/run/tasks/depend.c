/* Dependences: chains, trees, iterators, a blocked Cholesky decomposition. */
#include "../test.h"
#include <math.h>

enum { n = 60 };

static void chain(int threads)
{
    int x = 1, order[n], at = 0, early = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: x, at, early) map(from: order)
    #pragma omp single
    {
        for (int i = 0; i < n; i++) {
            #pragma omp task depend(inout: x)
            {
                x = (x * 3 + i) % 1009;
                order[at++] = i;
            }
        }
        int y = 0;
        #pragma omp task depend(in: x) depend(out: y) shared(y)
        y = x;
        #pragma omp task depend(in: y) shared(y)
        {
            if (y != x)
                early = 1;
        }
        // Undeferred: it waits for the one that it depends on.
        #pragma omp task if(0) depend(inout: y) shared(y)
        y++;
        if (y != x + 1)
            early = 2;
        #pragma omp taskwait
    }
    int expected = 1;
    for (int i = 0; i < n; i++) {
        expected = (expected * 3 + i) % 1009;
        CHECK(order[i] == i);
    }
    CHECK(x == expected);
    CHECK(early == 0);
}

static void kinds(int threads)
{
    int a[8] = {0}, sum = 0, wrong = 0, last = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: a, sum, wrong, last)
    #pragma omp masked
    {
        #pragma omp task depend(out: a[0:8])
        for (int i = 0; i < 8; i++)
            a[i] = i;
        for (int k = 0; k < 8; k++) {
            #pragma omp task depend(in: a[0:8])
            {
                #pragma omp atomic
                sum += a[k];
            }
        }
        for (int k = 0; k < 8; k++) {
            #pragma omp task depend(mutexinoutset: a[0:8])
            a[0] += k;
        }
        #pragma omp task depend(in: a[0:8])
        {
            if (a[0] != 28 || a[1] != 1 || sum != 28)
                wrong = 1;
        }
        #pragma omp task depend(in: a[0:8]) depend(out: last)
        last = a[0] + a[1];
        #pragma omp task depend(iterator(int i = 0 : 8), in: a[i]) depend(in: last)
        {
            if (last != 29)
                wrong = 2;
        }
        #pragma omp taskwait depend(in: last)
        // Of grandchildren's dependences nothing follows for others.
        #pragma omp task depend(out: a[3])
        {
            #pragma omp task depend(out: a[3])
            a[3] = 100;
            #pragma omp taskwait
        }
        #pragma omp task depend(in: a[3])
        {
            if (a[3] != 100)
                wrong = 3;
        }
    }
    CHECK(wrong == 0);
    CHECK(last == 29);
}

enum { blocks = 4, size = 5, whole = blocks * size };

#pragma omp declare target
static void factor(double *a)
{
    for (int k = 0; k < size; k++) {
        a[k * whole + k] = sqrt(a[k * whole + k]);
        for (int i = k + 1; i < size; i++) {
            a[i * whole + k] /= a[k * whole + k];
            for (int j = k + 1; j <= i; j++)
                a[i * whole + j] -= a[i * whole + k] * a[j * whole + k];
        }
    }
}
static void solve(const double *l, double *b)
{
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++) {
            for (int j = 0; j < k; j++)
                b[i * whole + k] -= b[i * whole + j] * l[k * whole + j];
            b[i * whole + k] /= l[k * whole + k];
        }
}
static void update(const double *a, const double *b, double *c)
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            for (int k = 0; k < size; k++)
                c[i * whole + j] -= a[i * whole + k] * b[j * whole + k];
}
#pragma omp end declare target

static void cholesky(int threads)
{
    double a[whole][whole], l[whole][whole];
    for (int i = 0; i < whole; i++)
        for (int j = 0; j < whole; j++)
            l[i][j] = j > i ? 0 : i == j ? i % 3 + 1 : (i + 2 * j) % 4;
    for (int i = 0; i < whole; i++)
        for (int j = 0; j < whole; j++) {
            a[i][j] = 0;
            for (int k = 0; k < whole; k++)
                a[i][j] += l[i][k] * l[j][k];
        }
    #pragma omp target parallel num_threads(threads) map(tofrom: a)
    #pragma omp single
    for (int k = 0; k < blocks; k++) {
        #pragma omp task depend(inout: a[k * size][k * size])
        factor(&a[k * size][k * size]);
        for (int i = k + 1; i < blocks; i++) {
            #pragma omp task depend(in: a[k * size][k * size]) depend(inout: a[i * size][k * size])
            solve(&a[k * size][k * size], &a[i * size][k * size]);
        }
        for (int i = k + 1; i < blocks; i++)
            for (int j = k + 1; j <= i; j++) {
                #pragma omp task depend(in: a[i * size][k * size], a[j * size][k * size]) depend(inout: a[i * size][j * size])
                update(&a[i * size][k * size], &a[j * size][k * size], &a[i * size][j * size]);
            }
    }
    int wrong = 0;
    for (int i = 0; i < whole; i++)
        for (int j = 0; j <= i; j++)
            wrong += a[i][j] != l[i][j];
    CHECK(wrong == 0);
}

int main(void)
{
    for (int k = 0; k < 4; k++) {
        int threads[] = {1, 5, 33, 128};
        chain(threads[k]);
        kinds(threads[k]);
        cholesky(threads[k]);
    }
    return test_end();
}
