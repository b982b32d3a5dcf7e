/* Where atomics may stand: parallel regions, sequential parts, functions, macros; on shared, private and
 * global variables. */
#include "../test.h"

#define COUNT(x) _Pragma("omp atomic") (x)++

#pragma omp declare target
int total;
struct node { int hits; struct node *next; };

static void hit(int *where)
{
    #pragma omp atomic
    ++*where;
}

static int take(int *where)
{
    int mine;
    #pragma omp atomic capture
    mine = (*where)++;
    return mine;
}

void count_all(int by)
{
    #pragma omp atomic
    total += by;
}
#pragma omp end declare target

int main(void)
{
    int teams = 0, threads = 0, private_sum = 0, first = -1;
    struct node n = {0, 0};
    int order[132];
    memset(order, 0, sizeof order);

    #pragma omp target teams distribute num_teams(4) thread_limit(33) map(tofrom: teams, threads, n, private_sum, order)
    for (int t = 0; t < 4; t++) {
        int inside = 0;
        #pragma omp atomic
        teams++;
        #pragma omp parallel num_threads(33)
        {
            int own = 5;
            #pragma omp atomic
            inside++;
            #pragma omp atomic
            own += 2;
            hit(&own);
            hit(&threads);
            hit(&n.hits);
            #pragma omp atomic
            private_sum += own;
            int at = take(&n.hits) % 132;
            #pragma omp atomic
            order[at] += 1;
        }
        int seen;
        #pragma omp atomic read
        seen = inside;
        if (seen == 33) {
            #pragma omp atomic update seq_cst
            teams += 10;
        }
        COUNT(teams);
        count_all(seen);
    }
    CHECK(teams == 4 * 12 && threads == 132 && n.hits == 264 && private_sum == 132 * 8);
    int given = 0;
    for (int i = 0; i < 132; i++)
        given += order[i];
    CHECK(given == 132);
    #pragma omp target update from(total)
    CHECK(total == 132);

    #pragma omp target map(from: first)
    {
        #pragma omp atomic write release
        first = 3;
        #pragma omp atomic capture
        { total = first; first = 8; }
        #pragma omp flush
        #pragma omp flush acq_rel
        #pragma omp flush(first)
        #pragma omp atomic
        total += first;
    }
    #pragma omp target update from(total)
    CHECK(first == 8 && total == 11);

    int x = 0;
    #pragma omp target parallel for map(tofrom: x)
    for (int i = 0; i < 2000; i++) {
        COUNT(x);
    }
    CHECK(x == 2000);

    /* One thread waits for what another writes. */
    int flag = 0, message = 0, received = 0;
    #pragma omp target parallel num_threads(2) map(tofrom: flag, message, received)
    {
        if (omp_get_num_threads() < 2)
            received = 42;
        else if (omp_get_thread_num() == 0) {
            message = 42;
            #pragma omp flush
            #pragma omp atomic write
            flag = 1;
        } else {
            int seen = 0;
            while (!seen) {
                #pragma omp atomic read acquire
                seen = flag;
            }
            received = message;
        }
    }
    CHECK(received == 42);
    return test_end();
}
