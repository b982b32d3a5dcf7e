/* schedule(runtime): every kind of run-sched-var, from the environment, omp_set_schedule in the sequential
 * part, in a region and in functions; what a region sets ends with it. */
#include "../test.h"

#define N 1003

static int owner[N], runs[N], team_size;
static int kinds[8], chunks[8];

static int kind_of(omp_sched_t kind) { return (int)((unsigned)kind & 0x7fffffff); }

static void clear(void)
{
    for (int i = 0; i < N; i++)
        owner[i] = -1, runs[i] = 0;
}

/* Whole chunks of `size`, each run by one thread. */
static int in_chunks(int n, int size)
{
    for (int i = 0; i < n; i++)
        if (owner[i] != owner[i / size * size])
            return 0;
    return 1;
}

static int once(int n)
{
    for (int i = 0; i < N; i++)
        if (runs[i] != (i < n))
            return 0;
    return 1;
}

#pragma omp declare target
static void set(omp_sched_t kind, int chunk)
{
    omp_set_schedule(kind, chunk);
}
static int chunk_now(void)
{
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    return chunk;
}
static void fill(int n, int *who, int *count)
{
    #pragma omp for schedule(runtime)
    for (int i = 0; i < n; i++) {
        who[i] = omp_get_thread_num();
        count[i]++;
    }
}
#pragma omp end declare target

static void environment(int n)
{
    clear();
    #pragma omp target parallel for schedule(runtime) num_threads(8) map(tofrom: owner, runs)
    for (int i = 0; i < n; i++) {
        owner[i] = omp_get_thread_num();
        runs[i]++;
    }
    CHECK(once(n));
    CHECK(in_chunks(n, 5));
}

static void sequential(int n, omp_sched_t kind, int chunk, int threads)
{
    int asked_kind = 0, asked_chunk = 0;
    clear();
    #pragma omp target map(tofrom: owner, runs) map(from: team_size, asked_kind, asked_chunk)
    {
        omp_sched_t now;
        omp_set_schedule(kind, chunk);
        omp_get_schedule(&now, &asked_chunk);
        asked_kind = (int)now & 0x7fffffff;
        #pragma omp parallel num_threads(threads)
        {
            if (omp_get_thread_num() == 0)
                team_size = omp_get_num_threads();
            #pragma omp for schedule(runtime)
            for (int i = 0; i < n; i++) {
                owner[i] = omp_get_thread_num();
                #pragma omp atomic
                runs[i]++;
            }
        }
    }
    CHECK(once(n));
    CHECK(asked_kind == kind_of(kind));
    if (kind != omp_sched_auto && chunk > 0) {
        CHECK(asked_chunk == chunk);
    }
    if (kind == omp_sched_static && chunk > 0) {
        for (int i = 0; i < n; i++)
            CHECK(owner[i] == i / chunk % team_size);
    } else if (kind == omp_sched_static) {
        int share = n / team_size, extra = n % team_size;
        for (int i = 0, t = 0, left = 0; i < n; i++) {
            while (!left)
                left = share + (t++ < extra);
            CHECK(owner[i] == t - 1);
            left--;
        }
    } else if (kind == omp_sched_dynamic && chunk > 0) {
        CHECK(in_chunks(n, chunk));
    }
}

/* Each task has its own: a region's threads change theirs, not the sequential part's. */
static void scopes(void)
{
    int first = 0, inside = 0, wrong = 0, nested = 0, behind = 0, again = 0;
    #pragma omp target map(tofrom: first, inside, wrong, nested, behind, again)
    {
        set(omp_sched_dynamic, 11);
        first = chunk_now();
        #pragma omp parallel num_threads(33)
        {
            if (chunk_now() != 11) {
                #pragma omp atomic
                wrong++;
            }
            omp_set_schedule(omp_sched_guided, 3);
            if (chunk_now() != 3) {
                #pragma omp atomic
                wrong++;
            }
            #pragma omp parallel num_threads(2)
            {
                if (chunk_now() != 3) {
                    #pragma omp atomic
                    wrong++;
                }
                set(omp_sched_static, 77);
                if (chunk_now() == 77) {
                    #pragma omp atomic
                    nested++;
                }
            }
            if (chunk_now() == 3) {
                #pragma omp atomic
                inside++;
            }
        }
        behind = chunk_now();
        #pragma omp parallel
        {
            if (omp_get_thread_num() == 0)
                again = chunk_now();
        }
    }
    CHECK(first == 11);
    CHECK(wrong == 0);
    CHECK(nested >= 1 && inside >= 1);
    CHECK(behind == 11);
    CHECK(again == 11);
}

static void in_functions(int n)
{
    clear();
    #pragma omp target map(tofrom: owner, runs)
    {
        set(omp_sched_static, 7);
        #pragma omp parallel num_threads(5)
        {
            fill(n, owner, runs);
            set(omp_sched_static, 2);
            #pragma omp barrier
            fill(n, owner, runs);
        }
    }
    for (int i = 0; i < n; i++)
        CHECK(owner[i] == i / 2 % 5 && runs[i] == 2);
}

static void league(int n)
{
    int sum = 0;
    clear();
    #pragma omp target teams distribute parallel for schedule(runtime) map(tofrom: runs) reduction(+: sum)
    for (int i = 0; i < n; i++) {
        runs[i]++;
        sum += i;
    }
    CHECK(once(n));
    CHECK(sum == n * (n - 1) / 2);
    clear();
    #pragma omp target teams distribute parallel for dist_schedule(static, 100) schedule(runtime) map(tofrom: runs)
    for (int i = 0; i < n; i++)
        runs[i]++;
    CHECK(once(n));
}

static void with_ordered(int n)
{
    int next = 0, wrong = 0;
    #pragma omp target parallel num_threads(40) map(tofrom: next, wrong)
    {
        #pragma omp for ordered schedule(runtime)
        for (int i = 0; i < n; i++) {
            #pragma omp ordered
            {
                wrong += next != i;
                next = i + 1;
            }
        }
        #pragma omp for collapse(2) schedule(runtime) nowait
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++)
                ;
    }
    CHECK(wrong == 0 && next == n);
}

int main(int argc, char **argv)
{
    (void)argc;
    test_environment(argv, "OMP_SCHEDULE", "dynamic,5");
    omp_sched_t kind;
    omp_get_schedule(&kind, &chunks[0]);
    CHECK(kind_of(kind) == omp_sched_dynamic && chunks[0] == 5);
    #pragma omp target map(from: kinds, chunks)
    {
        omp_sched_t there;
        omp_get_schedule(&there, &chunks[0]);
        kinds[0] = (int)there & 0x7fffffff;
    }
    CHECK(kinds[0] == omp_sched_dynamic && chunks[0] == 5);
    int sizes[] = {0, 1, 4, 33, 500, N};
    omp_sched_t all[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
    for (int s = 0; s < 6; s++) {
        environment(sizes[s]);
        league(sizes[s]);
        in_functions(sizes[s]);
        for (int k = 0; k < 4; k++)
            for (int chunk = 0; chunk < 8; chunk += 7)
                sequential(sizes[s], all[k], chunk, s % 2 ? 33 : 8);
    }
    with_ordered(77);
    scopes();
    return test_end();
}
