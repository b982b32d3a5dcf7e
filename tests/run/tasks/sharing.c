/* What a task captures: private variables of where it is made by value, shared ones as they are. */
#include "../test.h"

enum { most = 96 };

#pragma omp declare target
int of_file;
static int of_function(int p)
{
    int own = 1, seen = 0;
    #pragma omp task shared(seen)
    {
        own += 10;
        p += 100;
        of_file = 5;
        seen = own + p;
    }
    #pragma omp taskwait
    return own == 1 && p == 7 && seen == 118 && of_file == 5;
}

static int in_function(int p)
{
    int own[4] = {1, 2, 3, 4};
    struct { int a, b; } both = {5, 6};
    int sum = 0;
    #pragma omp task shared(sum)
    {
        own[2] = 30;
        both.b = 60;
        sum = own[0] + own[2] + both.a + both.b;
    }
    #pragma omp taskwait
    return own[2] == 3 && both.b == 6 && sum == 96 + p;
}
#pragma omp end declare target

static void copies(int threads)
{
    int wrong = 0, shared = 0, fixed = 9;
    int a[most] = {0};
    #pragma omp target parallel num_threads(threads) map(tofrom: wrong, shared, a) firstprivate(fixed)
    {
        int me = omp_get_thread_num(), own = 3;
        int *p = &own;
        int array[3] = {1, 2, 3};

        // Local to the region: by value.
        #pragma omp task
        {
            own += me;
            array[0] += 10;
            a[me] += own + array[0];
            // The original is another variable.
            *p = 4;
            if (own != 3 + me)
                a[me] += 1000;
        }
        #pragma omp taskwait
        if (own != 4 || array[0] != 1) {
            #pragma omp atomic
            wrong++;
        }

        // A variable that only other code changes meanwhile.
        #pragma omp task
        {
            *p = 50;
            if (own != 4) {
                #pragma omp atomic
                wrong++;
            }
        }
        #pragma omp taskwait
        if (own != 50) {
            #pragma omp atomic
            wrong++;
        }

        // Clauses.
        #pragma omp task shared(own) firstprivate(me) private(fixed) depend(inout: own) affinity(a)
        {
            fixed = me;
            me = -1;
            own = fixed + 1;
        }
        #pragma omp taskwait depend(in: own)
        if (own != me + 1 || fixed != 9) {
            #pragma omp atomic
            wrong++;
        }
        #pragma omp task default(shared)
        own = 77;
        #pragma omp taskwait
        if (own != 77) {
            #pragma omp atomic
            wrong++;
        }
        #pragma omp task default(firstprivate) shared(wrong)
        {
            own = 78;
            me += own;
        }
        #pragma omp taskwait
        if (own != 77 || me != omp_get_thread_num()) {
            #pragma omp atomic
            wrong++;
        }

        // Of the team: shared.
        #pragma omp task
        {
            #pragma omp atomic
            shared += 1;
        }

        // Tasks in tasks: a variable that an outer task shares with its maker only is copied again.
        int outer = 1;
        #pragma omp task shared(outer)
        {
            int inner = 2;
            outer = 5;
            #pragma omp task
            {
                outer = 6;
                inner = 7;
            }
            #pragma omp task shared(outer, inner)
            {
                outer++;
                inner++;
            }
            #pragma omp taskwait
            outer += inner;
        }
        #pragma omp taskwait
        if (outer != 9) {
            #pragma omp atomic
            wrong++;
        }

        #pragma omp for
        for (int i = 0; i < most; i++) {
            #pragma omp task
            {
                a[i] += i;
                i = most;
            }
        }
        if (me < 0)
            #pragma omp task
            own = 0;
        else
            #pragma omp task shared(own)
            own = 1;
        #pragma omp taskwait
        if (own != 1) {
            #pragma omp atomic
            wrong++;
        }
    }
    CHECK(wrong == 0);
    CHECK(shared == threads);
    CHECK(fixed == 9);
    for (int i = 0; i < most; i++)
        CHECK(a[i] == i + (i < threads ? 3 + i + 11 : 0));
}

int main(void)
{
    copies(1);
    copies(33);
    copies(95);

    int ok = 0;
    #pragma omp target map(from: ok)
    ok = of_function(7) + 2 * in_function(0);
    CHECK(ok == 3);
    int all = 0;
    #pragma omp target teams distribute parallel for map(tofrom: all) reduction(+: all)
    for (int i = 0; i < 1000; i++)
        all += in_function(0);
    CHECK(all == 1000);

    int from = 0;
    #pragma omp target map(from: from)
    {
        of_file = 3;
        #pragma omp task
        of_file++;
        #pragma omp taskwait
        from = of_file;
    }
    CHECK(from == 4);
    return test_end();
}
