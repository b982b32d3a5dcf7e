/* Events (detach): tasks that are complete once another task, another thread or their own code has fulfilled theirs.
   Dependences, taskwait, taskgroup and barriers wait for them. */
#include "../test.h"

enum { n = 24 };

struct handles {
    int used;
    omp_event_handle_t of[n];
};

#pragma omp declare target
static void fulfill_later(omp_event_handle_t event, int *count)
{
    #pragma omp task
    {
        #pragma omp atomic
        count[0]++;
        omp_fulfill_event(event);
    }
}

static void fulfill_all(struct handles *all)
{
    while (all->used > 0)
        omp_fulfill_event(all->of[--all->used]);
}

/* Each link begins when the one before it is complete, which tasks that are made later decide. */
static void chain(int links, int *x, int *fulfilled, int *bad)
{
    omp_event_handle_t events[8], event;
    for (int k = 0; k < links; k++) {
        #pragma omp task detach(event) depend(inout: x[0]) firstprivate(k) shared(x, fulfilled, bad)
        {
            int before = k;
            if (k > 0) {
                #pragma omp atomic read
                before = fulfilled[k - 1];
            }
            if (x[0] != k || before != k) {
                #pragma omp atomic
                bad[0]++;
            }
            x[0]++;
        }
        events[k] = event;
    }
    #pragma omp task depend(in: x[0]) shared(x, bad)
    {
        if (x[0] != links) {
            #pragma omp atomic
            bad[0]++;
        }
        x[0] = 100;
    }
    for (int k = 0; k < links; k++) {
        omp_event_handle_t other = events[k];
        #pragma omp task firstprivate(other, k) shared(fulfilled)
        {
            #pragma omp atomic write
            fulfilled[k] = k + 1;
            omp_fulfill_event(other);
        }
    }
    #pragma omp taskwait
}
#pragma omp end declare target

static void waits(int threads)
{
    int x[2] = {0}, fulfilled[8] = {0}, bad = 0, a[n] = {0}, count = 0, sum = 0, own = 0, chosen = 0;
    struct handles all = {0};
    #pragma omp target parallel num_threads(threads) map(tofrom: x, fulfilled, bad, a, count, sum, own, chosen, all)
    {
        #pragma omp single
        chain(8, x, fulfilled, &bad);
        #pragma omp single
        {
            // A group waits for events, which tasks outside of it may fulfill.
            #pragma omp taskgroup
            {
                omp_event_handle_t event;
                for (int i = 0; i < n; i++) {
                    #pragma omp task detach(event) firstprivate(i)
                    a[i] = i;
                    fulfill_later(event, &count);
                }
            }
            for (int i = 0; i < n; i++)
                sum += a[i];
            if (count != n)
                bad += 10;
            // A task that fulfills its own, before it is over.
            for (int i = 0; i < n; i++) {
                omp_event_handle_t event;
                #pragma omp task detach(event) shared(own)
                {
                    omp_fulfill_event(event);
                    #pragma omp atomic
                    own++;
                }
            }
            #pragma omp taskwait
            if (own != n)
                bad += 100;
            // One that is not deferred, by what the program says when it runs.
            for (int i = 0; i < 4; i++) {
                omp_event_handle_t event;
                #pragma omp task detach(event) if(chosen > threads) shared(own)
                {
                    own++;
                    omp_fulfill_event(event);
                }
                if (own != n + i + 1)
                    bad += 1000;
            }
            // Fulfilled here before anybody waits, through a struct.
            for (int i = 0; i < n; i++) {
                omp_event_handle_t event;
                #pragma omp task detach(event) shared(all)
                {
                    #pragma omp atomic
                    own++;
                }
                all.of[all.used++] = event;
            }
            fulfill_all(&all);
        }
        // The barrier of `single` has waited.
        int now;
        #pragma omp atomic read
        now = own;
        if (now != 2 * n + 4) {
            #pragma omp atomic
            bad++;
        }
    }
    CHECK(bad == 0);
    CHECK(x[0] == 100);
    CHECK(sum == n * (n - 1) / 2);
}

/* Each thread has a task that another thread fulfills, outside of any task. */
static void between_threads(int threads)
{
    int made = 0, ran = 0, bad = 0, team = 0;
    omp_event_handle_t events[95];
    #pragma omp target parallel num_threads(threads) map(tofrom: made, ran, bad, team) map(alloc: events)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads(), so_far = 0;
        omp_event_handle_t event;
        #pragma omp task detach(event) shared(ran)
        {
            #pragma omp atomic
            ran++;
        }
        events[me] = event;
        #pragma omp atomic update seq_cst
        made++;
        while (so_far < all) {
            #pragma omp atomic read seq_cst
            so_far = made;
        }
        omp_fulfill_event(events[(me + 1) % all]);
        #pragma omp taskwait
        #pragma omp barrier
        #pragma omp atomic read
        so_far = ran;
        if (so_far != all) {
            #pragma omp atomic
            bad++;
        }
        if (me == 0)
            team = all;
    }
    CHECK(bad == 0);
    CHECK(ran == team);
}

/* A sequential part around the region, and events whose tasks have children. */
static void with_children(int threads)
{
    int leaves = 0, bad = 0, rounds = 0;
    #pragma omp target map(tofrom: leaves, bad, rounds)
    for (int round = 1; round <= 3; round++) {
        int before = leaves;
        #pragma omp parallel num_threads(threads)
        #pragma omp single
        {
            omp_event_handle_t event;
            #pragma omp task detach(event) shared(leaves)
            for (int i = 0; i < n; i++) {
                #pragma omp task shared(leaves)
                {
                    #pragma omp atomic
                    leaves++;
                }
            }
            #pragma omp task firstprivate(event)
            {
                #pragma omp task
                omp_fulfill_event(event);
            }
        }
        if (leaves != before + n)
            bad++;
        rounds += round;
    }
    CHECK(bad == 0);
    CHECK(rounds == 6);
    CHECK(leaves == 3 * n);
}

int main(void)
{
    int threads[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++) {
        waits(threads[k]);
        between_threads(threads[k]);
        with_children(threads[k]);
    }
    return test_end();
}
