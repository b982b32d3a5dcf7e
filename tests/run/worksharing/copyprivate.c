/* copyprivate of structs, arrays, pointers and arrays of variable length, in loops, regions and functions. */
#include "../test.h"

struct v {
    double x[5];
    int n;
    char name[7];
};

#pragma omp declare target
static int deal(int *seq)
{
    int r, q[3];
    struct v s;
    #pragma omp single copyprivate(r, q, s)
    {
        r = ++*seq;
        q[0] = r;
        q[1] = 9;
        q[2] = 3 * r;
        s.n = r;
        s.x[4] = r / 2.0;
        s.name[6] = 'k';
    }
    return r + q[2] + s.n + (int)(s.x[4] * 2) + (s.name[6] == 'k');
}

static void by_size(int n, int *out)
{
    int t[n];
    double w[2][n];
    for (int i = 0; i < n; i++)
        t[i] = w[0][i] = w[1][i] = -1;
    #pragma omp single copyprivate(t, w)
    for (int i = 0; i < n; i++) {
        t[i] = i + n;
        w[0][i] = 2;
        w[1][i] = i;
    }
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += t[i] + (int)(w[0][i] + w[1][i]);
    #pragma omp atomic
    *out += sum;
}

static int until(void)
{
    for (int i = 0;; i++) {
        int stop;
        #pragma omp single copyprivate(stop)
        stop = i * i > 20;
        if (stop)
            return i;
    }
}
#pragma omp end declare target

static void run(int threads, int size)
{
    int seq = 0, bad = 0, out = 0, team = 0, arr[4] = {1, 2, 3, 4}, here = 0;
    #pragma omp target map(tofrom: seq, bad, out, team, arr, here)
    {
        int base = 5;
        #pragma omp parallel num_threads(threads)
        {
            for (int k = 1; k <= 4; k++)
                if (deal(&seq) != 6 * k + 1) {
                    #pragma omp atomic
                    bad++;
                }
            by_size(size + base, &out);
            int *p = 0, rows[3][size], mine = 0;
            float f;
            double d[2];
            long l;
            _Bool b;
            #pragma omp single copyprivate(p, f, d, l, b, rows)
            {
                team = omp_get_num_threads();
                p = arr;
                f = 1.5f;
                d[0] = 2;
                d[1] = 3;
                l = 1L << 40;
                b = 1;
                for (int i = 0; i < 3 * size; i++)
                    rows[i / size][i % size] = i;
            }
            if (p != arr || f != 1.5f || d[0] + d[1] != 5 || l != 1L << 40 || !b || until() != 5) {
                #pragma omp atomic
                bad += 100;
            }
            for (int i = 0; i < 3 * size; i++)
                mine += rows[i / size][i % size];
            #pragma omp atomic
            here += mine;
        }
    }
    int n = size + 5;
    CHECK(seq == 4 && bad == 0);
    CHECK(out == team * (n * n + n * (n - 1) + 2 * n));
    CHECK(here == team * (3 * size * (3 * size - 1) / 2));
}

int main(void)
{
    int threads[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++) {
        run(threads[k], 3);
        run(threads[k], 70);
    }
    return test_end();
}
