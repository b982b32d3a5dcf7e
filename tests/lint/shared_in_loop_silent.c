// silent
#include <omp.h>
#define N 64

static int lock;

void ordered_writes(float *a, int *out)
{
    int i, j, k, found = 0, seen = 0, last = 0, sum = 0, most = 0, first = 0, once = 0;
    float t = 0;
    #pragma omp target teams distribute parallel for private(j, t) lastprivate(k) map(a[0:N*N])
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            t = a[i * N + j];
            a[i * N + j] = 2 * t;
        }
        k = i;
    }
    #pragma omp target teams distribute parallel for collapse(2) map(a[0:N*N])
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i * N + j] = 0;
    #pragma omp target parallel for simd map(a[0:N*N])
    for (i = 0; i < N; i++)
        a[i] = 0;
    #pragma omp target parallel map(a[0:N*N]) map(tofrom: found, seen, last, sum, most, first, once, lock)
    {
        int own = 0, mine = omp_get_thread_num();
        #pragma omp for
        for (int n = 0; n < N; n++) {
            own += n;
            if (a[n] > 0)
                found = 1;
            if (n == N - 1)
                last = n;
            if (a[n] == 3)
                seen = n;
            #pragma omp atomic
            sum += n;
            #pragma omp critical
            if (a[n] > most)
                most = a[n];
        }
        #pragma omp single
        once++;
        #pragma omp masked
        first += own;
        if (mine == 0)
            first++;
        if (mine != 1)
            own = 0;
        else
            first += own;
        #pragma omp sections
        {
            #pragma omp section
            sum++;
        }
        #pragma omp barrier
        int turn;
        do {
            #pragma omp atomic read
            turn = lock;
        } while (turn != mine);
        once++;
        #pragma omp atomic
        lock++;
    }
    #pragma omp target parallel num_threads(1) map(tofrom: sum)
    sum++;
    #pragma omp target teams num_teams(1) map(tofrom: sum)
    sum++;
    #pragma omp target parallel for map(tofrom: sum)
    for (int n = 0; n < 1; n++)
        sum++;
    #pragma omp target teams distribute parallel for reduction(+: sum) reduction(max: most)
    for (int n = 0; n < N; n++) {
        sum += n;
        if (n > most)
            most = n;
    }
    out[0] = found + seen + last + sum + most + first + once + k;
}

void in_teams(float *a)
{
    #pragma omp target teams map(a[0:N*N])
    {
        int row;
        #pragma omp distribute
        for (int i = 0; i < N; i++) {
            row = i * N;
            #pragma omp parallel for
            for (int j = 0; j < N; j++) {
                float own;
                own = j;
                a[row + j] = own;
            }
        }
    }
}

void tickets(int *out, int *list)
{
    int count = 0, done = 0;
    #pragma omp target teams distribute parallel for map(out[0:N], list[0:N]) map(tofrom: count, done)
    for (int i = 0; i < N; i++) {
        int place;
        #pragma omp atomic capture
        place = count++;
        list[place] = i;
        if (place == N - 1)
            done += i;
    }
    out[0] = done;
}

void with_lock(int *out)
{
    int sum = 0;
    omp_lock_t l;
    omp_init_lock(&l);
    #pragma omp target parallel for map(tofrom: sum, l)
    for (int i = 0; i < N; i++) {
        omp_set_lock(&l);
        sum += i;
        omp_unset_lock(&l);
    }
    out[0] = sum;
}
