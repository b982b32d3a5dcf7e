/* Functions of other files, called by parallel regions alone and by sequential parts. */
#include "../../test.h"

#pragma omp declare target
double plain(double x);
int who(void);
double inner_sum(const double *a, int n);
#pragma omp end declare target

enum { N = 300 };

int main(void)
{
    double a[N], b[N], seen[4];
    int ids[N], n = N, threads = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;

    // Only regions call them.
#pragma omp target teams map(tofrom : a)
    {
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = plain(a[i]);
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (double)i * i + 1);

#pragma omp target map(to : a) map(from : b, ids) map(tofrom : threads)
#pragma omp parallel
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp for
        for (int i = 0; i < n; i++) {
            ids[i] = who() == omp_get_thread_num() + 1000 * omp_get_num_threads();
            b[i] = inner_sum(a, i % 7);
        }
    }
    CHECK(threads > 0);
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int k = 0; k < i % 7; k++)
            s += (double)k * k + 1;
        CHECK(ids[i] && b[i] == s);
    }

    // Teams with sequential code beside the region; the region's threads are fewer.
#pragma omp target teams distribute map(to : a) map(from : b)
    for (int i = 0; i < 10; i++) {
        double s = a[i], t = 0;
#pragma omp parallel for reduction(+ : t) num_threads(33)
        for (int j = 0; j < 100; j++)
            t += plain(s) + (who() / 1000 != omp_get_num_threads());
        b[i] = t;
    }
    for (int i = 0; i < 10; i++)
        CHECK(b[i] == 100 * (a[i] * a[i] + 1));

    // The sequential part calls one that forks.
#pragma omp target map(to : a) map(from : seen)
    {
        seen[0] = inner_sum(a, n);
        seen[1] = who();
#pragma omp parallel for
        for (int i = 2; i < 4; i++)
            seen[i] = inner_sum(a, i);
    }
    CHECK(seen[0] == 44850.0 * 599 / 3 + N && seen[1] == 1000 && seen[2] == 3 && seen[3] == 8);
    return test_end();
}
