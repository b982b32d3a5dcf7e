// Iterations that threads take from a work queue: how far neighbouring threads are from each other, and whether the queue
// balances anything; locks that a loop asks for.
#include <omp.h>

static omp_lock_t lock;
#pragma omp declare target(lock)

void chunks(int n, int m, double *x, const double *a)
{
    // A thread takes 64 elements in a row, or ranges of them.
    #pragma omp target teams distribute parallel for schedule(dynamic, 64) map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 1;
    #pragma omp target teams distribute parallel for schedule(guided) map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 2;
    // Each iteration passes over a row: neighbouring threads have neighbouring rows, and each takes as long.
    #pragma omp target teams distribute parallel for schedule(dynamic) map(tofrom: x[0:n]) map(to: a[0:n * 512])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 512; j++)
            x[i] += a[i * 512 + j];
    // These take unlike times.
    #pragma omp target teams distribute parallel for schedule(dynamic) map(tofrom: x[0:n]) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i] += a[j];
    #pragma omp target teams distribute parallel for schedule(dynamic) map(tofrom: x[0:n]) map(to: a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (a[j] > x[i])
                break;
            x[i] += a[j];
        }
}

void asks(int n, double *x, double *missed)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:1], missed[0:n])
    for (int i = 0; i < n; i++) {
        while (!omp_test_lock(&lock))
            ;
        x[0] += i;
        omp_unset_lock(&lock);
        // Who asks once does not wait.
        if (omp_test_lock(&lock)) {
            x[0] += 1;
            omp_unset_lock(&lock);
        } else {
            missed[i] = 1;
        }
    }
}
