/* What threads take one after another: locks, memory of the heap, iterations of a work queue. */
#include <omp.h>
#include <stdlib.h>

static omp_lock_t lock, parts[64];
#pragma omp declare target(lock, parts)

#pragma omp begin declare target
static double *room(int n)
{
    return malloc(n * sizeof(double));
}

static void add(omp_lock_t *one, double *to, double by)
{
    omp_set_lock(one);
    *to += by;
    omp_unset_lock(one);
}
#pragma omp end declare target

void locks(int n, const int *key, double *x, double *sums)
{
    #pragma omp target teams distribute parallel for map(to: key[0:n], x[0:n]) map(tofrom: sums[0:64])
    for (int i = 0; i < n; i++) {
        omp_set_lock(&lock);
        sums[0] += x[i];
        omp_unset_lock(&lock);
        omp_set_lock(&parts[key[i]]);
        sums[key[i]] += x[i];
        omp_unset_lock(&parts[key[i]]);
        add(&parts[1], &sums[1], x[i]);
    }
}

void heap(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++) {
        double *own = room(4), *zero = calloc(4, sizeof(double));
        if (own && zero) {
            own[i % 4] = zero[i % 4] + x[i];
            x[i] = own[i % 4];
        }
        free(own);
        free(zero);
    }
}

/* The first two loops ask for each of their short iterations; the others have chunks, long iterations, or an order. */
void queues(int n, double *x)
{
    #pragma omp target parallel map(tofrom: x[0:n])
    {
        #pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            x[i] += omp_get_thread_num();
        #pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < n; i++)
            x[i] *= omp_get_thread_num();
        #pragma omp for schedule(dynamic, 16)
        for (int i = 0; i < n; i++)
            x[i] += omp_get_thread_num();
        #pragma omp for schedule(guided)
        for (int i = 0; i < n; i++)
            x[i] += omp_get_thread_num();
        #pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < i; k++)
                x[i] += omp_get_thread_num();
        #pragma omp for schedule(dynamic) ordered
        for (int i = 0; i < n; i++) {
            #pragma omp ordered
            x[0] += x[i];
        }
    }
}

/* One thread waits for nobody. */
void alone(double *x)
{
    #pragma omp target map(tofrom: x[0:1])
    {
        omp_set_lock(&lock);
        x[0] += 1;
        omp_unset_lock(&lock);
    }
}

/* More than a thread's registers hold, which the compiler cannot change; the second is for it to decide. */
void arrays(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++) {
        double work[200], few[4] = {0};
        for (int k = 0; k < 200; k++)
            work[k] = x[i] * k;
        for (int k = 0; k < 4; k++)
            few[k] = work[50 * k];
        x[i] = work[i % 200] + few[1];
    }
    #pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++) {
        char large[1 << 17];
        for (int k = 0; k < 1 << 17; k++)
            large[k] = k;
        x[i] = large[i];
    }
}
