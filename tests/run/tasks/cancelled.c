/* cancel taskgroup: of a group that is cancelled, tasks that have not begun never do; others, and what stands outside
   of the group, are as before. */
#include "../test.h"

enum { n = 40 };

#pragma omp declare target
static int search(const int *a, int from, int to, int wanted, int *found)
{
    if (to - from <= 2) {
        for (int i = from; i < to; i++)
            if (a[i] == wanted) {
                #pragma omp atomic write
                found[0] = i;
                return 1;
            }
        return 0;
    }
    int middle = (from + to) / 2;
    #pragma omp task
    {
        int hit = search(a, from, middle, wanted, found);
        #pragma omp cancel taskgroup if(hit)
    }
    #pragma omp task
    {
        int hit = search(a, middle, to, wanted, found);
        #pragma omp cancel taskgroup if(hit)
    }
    #pragma omp taskwait
    return 0;
}
#pragma omp end declare target

static void cancelled(int threads)
{
    int begun = 0, passed = 0, after = 0, cancels = 0, outside = 0, inner = 0, found = -1, copy = 0, last = 0, team = 0;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * 3;
    #pragma omp target parallel num_threads(threads) map(tofrom: begun, passed, after, cancels, outside, inner, found, copy, last, team) map(to: a)
    {
        #pragma omp single
        {
            cancels = omp_get_cancellation();
            team = omp_get_num_threads();
            #pragma omp task shared(outside)
            {
                #pragma omp atomic
                outside++;
            }
            #pragma omp taskgroup
            for (int i = 0; i < n; i++) {
                #pragma omp task
                {
                    #pragma omp atomic
                    begun++;
                    #pragma omp cancel taskgroup if(cancels)
                    #pragma omp atomic
                    passed++;
                }
            }
            #pragma omp task shared(outside)
            {
                #pragma omp atomic
                outside++;
            }
            after = 1;
        }
        // The outer group goes on where an inner one is cancelled; what is made in it later does not begin.
        #pragma omp single
        #pragma omp taskgroup
        {
            #pragma omp task shared(inner)
            {
                #pragma omp taskgroup
                {
                    #pragma omp task
                    {
                        int own = 7;
                        #pragma omp cancel taskgroup
                        own++;
                        #pragma omp atomic
                        copy += own;
                    }
                    #pragma omp taskwait
                    for (int i = 0; i < n; i++) {
                        #pragma omp task shared(inner)
                        {
                            #pragma omp atomic
                            inner++;
                        }
                    }
                }
                #pragma omp cancellation point taskgroup
                #pragma omp atomic
                outside++;
            }
        }
        #pragma omp single
        #pragma omp taskgroup
        {
            #pragma omp task shared(found)
            search(a, 0, n, 51, &found);
        }
        // A taskloop is a group of its own.
        #pragma omp single
        {
            #pragma omp taskloop num_tasks(n) shared(last)
            for (int i = 0; i < n; i++) {
                #pragma omp cancel taskgroup if(i == 3)
                #pragma omp atomic
                last++;
            }
            #pragma omp task shared(outside)
            {
                #pragma omp atomic
                outside++;
            }
        }
    }
    CHECK(after == 1);
    CHECK(outside == 4);
    CHECK(found == 17);
    if (cancels) {
        CHECK(begun >= 1 && begun <= n);
        CHECK(passed == 0);
        CHECK(inner == 0);
        CHECK(copy == 0);
        CHECK(last <= n - 1);
    } else {
        CHECK(begun == n && passed == n && inner == n && copy == 8 && last == n);
    }
    CHECK(team >= 1);
}

/* Depending tasks of a cancelled group go, too, and with them what they captured; later groups are new ones. */
static void chains(int threads)
{
    int x = 0, rounds = 0, bad = 0, cancels = 0;
    #pragma omp target map(tofrom: x, rounds, bad, cancels)
    {
        for (int round = 0; round < 3; round++) {
            #pragma omp parallel num_threads(threads)
            {
                #pragma omp masked
                {
                    cancels = omp_get_cancellation();
                    #pragma omp taskgroup
                    for (int i = 0; i < n; i++) {
                        #pragma omp task depend(inout: x) firstprivate(i)
                        {
                            x++;
                            #pragma omp cancel taskgroup if(i == 5)
                        }
                    }
                    #pragma omp task depend(in: x) shared(bad)
                    if (cancels ? x % 6 != 0 : x % n != 0)
                        bad++;
                }
            }
            rounds++;
        }
    }
    CHECK(rounds == 3);
    CHECK(bad == 0);
    CHECK(x == 3 * (cancels ? 6 : n));
}

int main(int argc, char **argv)
{
    int threads[] = {1, 5, 32, 33, 95};
    (void)argc;
    test_environment(argv, "OMP_CANCELLATION", "true");
    for (int k = 0; k < 5; k++) {
        cancelled(threads[k]);
        chains(threads[k]);
    }
    return test_end();
}
