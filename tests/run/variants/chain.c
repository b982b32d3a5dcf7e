// host: skip
/* Metadirectives of more than two alternatives, and within a target region, whose conditions only the run knows. */
#include "../test.h"

#define N 200

static int large = 150, middle = 50;

/* A device, host threads, or the one thread that is there. */
static void three(int n, int *a, int *where)
{
    #pragma omp metadirective when(user={condition(n > large)}: \
            target teams distribute parallel for map(tofrom: a[0:n], where[0:2])) \
        when(user={condition(n > middle)}: parallel for num_threads(3) shared(a)) \
        otherwise(nothing)
    for (int i = 0; i < n; i++) {
        a[i] += i;
        if (i == 0) {
            where[0] = omp_is_initial_device();
            where[1] = omp_get_num_threads();
        }
    }
}

/* The best score is asked first, and the same construct stands twice. */
static int scores(int first, int second, int never)
{
    int where = -1;
    #pragma omp metadirective when(user={condition(second != 0)}: target map(from: where)) \
        when(user={condition(score(7): never != 0)}: nothing) \
        when(user={condition(score(3): first != 0)}: target map(from: where)) default(nothing)
    where = omp_is_initial_device();
    return where;
}

/* In a target region. */
static int threads(int n, int *a, int *sum)
{
    int s = 0, many = 0;
    #pragma omp target map(tofrom: a[0:n], s, many)
    {
        #pragma omp metadirective when(user={condition(n > middle)}: \
                parallel for num_threads(5) reduction(+: s)) otherwise(simd)
        for (int i = 0; i < n; i++) {
            a[i]++;
            s += a[i];
        }
        #pragma omp metadirective when(user={condition(n <= middle)}:) default(parallel num_threads(4))
        {
            #pragma omp atomic
            many++;
        }
    }
    *sum = s;
    return many;
}

int main(void)
{
    int a[N] = { 0 }, where[2] = { -1, -1 };
    three(20, a, where);
    CHECK(where[0] == 1 && where[1] == 1 && a[19] == 19 && a[20] == 0);
    three(100, a, where);
    CHECK(where[0] == 1 && where[1] == 3 && a[19] == 38 && a[99] == 99);
    three(N, a, where);
    CHECK(where[0] == !on_device() && a[19] == 57 && a[N - 1] == N - 1);

    CHECK(scores(0, 0, 0) == 1 && scores(1, 1, 1) == 1);
    CHECK(scores(1, 0, 0) == !on_device() && scores(0, 1, 0) == !on_device());

    memset(a, 0, sizeof a);
    int sum = 0;
    CHECK(threads(20, a, &sum) == 1 && sum == 20);
    int many = threads(N, a, &sum);
    CHECK(sum == N + 20 && many >= 1 && many <= 4);
    CHECK(many == 4 || !on_device());
    return test_end();
}
