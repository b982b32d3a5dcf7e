/* cancel taskgroup where tasks are executed at once: outside of parallel regions, and in nested ones. The task ends
   where it cancels, tasks of the group that have not begun never do, and those around it go on to a cancellation
   point of their own. */
#include "../test.h"

enum { n = 20, most = 33 };

/* The host executes tasks of its own at other times: it may have begun any of them. */
static int cancels(int on_device, int cancellation) { return on_device && cancellation; }

static void sequential(void)
{
    int cancellation = 0, device = 0, begun = 0, passed = 0, after = 0, outside = 0, nested = 0;
    #pragma omp target map(from: cancellation, device) map(tofrom: begun, passed, after, outside, nested)
    {
        cancellation = omp_get_cancellation();
        device = !omp_is_initial_device();
        #pragma omp taskgroup
        {
            for (int i = 0; i < n; i++) {
                #pragma omp task shared(begun, passed, nested) firstprivate(i)
                {
                    begun++;
                    /* A group of its own, which nothing cancels. */
                    #pragma omp taskgroup
                    {
                        #pragma omp task shared(nested)
                        nested++;
                    }
                    #pragma omp cancel taskgroup if(i == 3)
                    passed++;
                }
            }
            after++;
        }
        #pragma omp task shared(outside)
        outside++;
    }
    if (cancels(device, cancellation)) {
        CHECK(begun == 4);
        CHECK(nested == 4);
        CHECK(passed == 3);
    } else if (!cancellation) {
        CHECK(begun == n);
        CHECK(passed == n);
    }
    CHECK(after == 1);
    CHECK(outside == 1);
}

/* A task that is around the one that cancels leaves at its next cancellation point, not before. */
static void around(void)
{
    int cancellation = 0, device = 0, before = 0, behind = 0, inner = 0;
    #pragma omp target map(from: cancellation, device) map(tofrom: before, behind, inner)
    {
        cancellation = omp_get_cancellation();
        device = !omp_is_initial_device();
        #pragma omp taskgroup
        {
            #pragma omp task shared(before, behind, inner)
            {
                #pragma omp cancellation point taskgroup
                #pragma omp task shared(inner)
                {
                    #pragma omp cancel taskgroup
                    inner++;
                }
                #pragma omp taskwait
                before++;
                #pragma omp cancellation point taskgroup
                behind++;
            }
        }
    }
    CHECK(before == 1);
    CHECK(inner == !cancellation);
    if (cancels(device, cancellation))
        CHECK(behind == 0);
}

/* Loops of tasks have a group of their own. */
static void loops(int trips)
{
    int cancellation = 0, device = 0, done = 0, others = 0;
    #pragma omp target map(from: cancellation, device) map(tofrom: done, others)
    {
        cancellation = omp_get_cancellation();
        device = !omp_is_initial_device();
        #pragma omp taskgroup
        {
            #pragma omp taskloop shared(done) num_tasks(trips + 1)
            for (int i = 0; i < trips; i++) {
                #pragma omp cancel taskgroup if(i == 2)
                #pragma omp atomic
                done++;
            }
            #pragma omp task shared(others)
            others++;
        }
    }
    if (cancels(device, cancellation))
        CHECK(done == (trips < 2 ? trips : 2));
    CHECK(others == 1);
}

/* Each thread of a region has groups of its own in nested regions. */
static void nested(int threads)
{
    int cancellation = 0, device = 0, team = 0;
    int begun[most] = {0}, passed[most] = {0};
    #pragma omp target parallel num_threads(threads) map(from: cancellation, device) map(tofrom: team, begun, passed)
    {
        int me = omp_get_thread_num();
        if (me == 0) {
            cancellation = omp_get_cancellation();
            device = !omp_is_initial_device();
            team = omp_get_num_threads();
        }
        #pragma omp parallel num_threads(1)
        {
            #pragma omp taskgroup
            for (int i = 0; i < n; i++) {
                #pragma omp task shared(begun, passed) firstprivate(i)
                {
                    begun[me]++;
                    #pragma omp cancel taskgroup if(i == me)
                    passed[me]++;
                }
            }
        }
    }
    for (int i = 0; i < team; i++)
        if (cancels(device, cancellation)) {
            CHECK(begun[i] == (i < n ? i + 1 : n));
            CHECK(passed[i] == (i < n ? i : n));
        }
}

/* What the team's threads do together may stand in the group, and in its tasks. */
static void with_regions(int threads)
{
    int cancellation = 0, device = 0, sum = 0, late = 0, stops = 0;
    #pragma omp target map(from: cancellation, device) map(tofrom: sum, late, stops)
    {
        cancellation = omp_get_cancellation();
        device = !omp_is_initial_device();
        int limit = 0;
        #pragma omp taskgroup
        for (int turn = 0; turn < 5; turn++) {
            #pragma omp task shared(sum, limit, stops, late) if(0)
            {
                int part = 0;
                #pragma omp parallel for reduction(+: part) num_threads(threads)
                for (int i = 0; i < n; i++)
                    part += i + turn;
                sum += part;
                limit++;
                #pragma omp cancel taskgroup if(limit == 2)
                if (limit == 2)
                    stops++;
                #pragma omp parallel num_threads(threads)
                {
                    #pragma omp single
                    late++;
                }
            }
        }
    }
    if (cancels(device, cancellation)) {
        CHECK(sum == 190 + 190 + 20);
        CHECK(late == 1);
        CHECK(stops == 0);
    }
}

#pragma omp declare target
static int first_negative(const int *a)
{
    int found = -1;
    #pragma omp taskgroup
    for (int i = 0; i < n; i++) {
        #pragma omp task shared(found) firstprivate(i)
        if (a[i] < 0) {
            #pragma omp atomic write
            found = i;
            #pragma omp cancel taskgroup
        }
    }
    return found;
}
#pragma omp end declare target

static void in_a_function(void)
{
    int a[n], found = 0, none = 0, device = 0, cancellation = 0;
    for (int i = 0; i < n; i++)
        a[i] = i % 7 == 6 ? -i : i;
    #pragma omp target map(to: a) map(from: found, none, device, cancellation)
    {
        int b[n] = {0};
        cancellation = omp_get_cancellation();
        device = !omp_is_initial_device();
        found = first_negative(a);
        none = first_negative(b);
    }
    if (cancels(device, cancellation))
        CHECK(found == 6);
    CHECK(none == -1);
}

/* The same function where threads of a team execute its tasks: one of those that were found. */
static void in_a_region(int threads)
{
    int a[n], found = 0, none = 0;
    for (int i = 0; i < n; i++)
        a[i] = i % 7 == 6 ? -i : i;
    #pragma omp target parallel num_threads(threads) map(to: a) map(tofrom: found, none)
    #pragma omp single
    {
        int b[n] = {0};
        found = first_negative(a);
        none = first_negative(b);
    }
    CHECK(found == 6 || found == 13);
    CHECK(none == -1);
}

int main(int argc, char **argv)
{
    (void)argc;
    test_environment(argv, "OMP_CANCELLATION", "true");
    sequential();
    around();
    loops(0);
    loops(2);
    loops(9);
    nested(1);
    nested(33);
    with_regions(1);
    with_regions(33);
    in_a_function();
    in_a_region(1);
    in_a_region(33);
    return test_end();
}
