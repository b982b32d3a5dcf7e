/* Random graphs of dependences: each task notes when it began and ended, and every pair of siblings is looked at
   afterwards. Some are undeferred, some have children, some end by an event. */
#include "../test.h"

enum { tasks = 60, places = 5 };

struct one {
    int kind[places]; // 0: not named; 1: in; 2: out or inout; 3: mutexinoutset
    int how;          // 1: if(0); 2: children; 3: an event
};

#pragma omp declare target
static int tick(int *clock)
{
    int now;
    #pragma omp atomic capture seq_cst
    now = ++*clock;
    return now;
}

static void work(int t, int how, int *clock, int *begun, int *ended)
{
    begun[t] = tick(clock);
    if (how == 2) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            #pragma omp task shared(sum)
            {
                #pragma omp atomic
                sum += i;
            }
        }
        #pragma omp taskwait
        if (sum != 3)
            begun[t] = -1;
    }
    if (how != 3)
        ended[t] = tick(clock);
}

static void make(const struct one *all, int *at, int *clock, int *begun, int *ended)
{
    for (int t = 0; t < tasks; t++) {
        // libgomp 12 does not survive an event that comes before its task may begin.
        const int how = all[t].how == 3 && omp_is_initial_device() ? 0 : all[t].how;
        int *in = &at[0], *also = &at[places], *out = &at[places], *mutex = &at[places];
        // What is not named is a place of its own.
        for (int p = 0, ins = 0; p < places; p++) {
            if (all[t].kind[p] == 1 && ins++ == 0)
                in = &at[p];
            else if (all[t].kind[p] == 1)
                also = &at[p];
            else if (all[t].kind[p] == 2)
                out = &at[p];
            else if (all[t].kind[p] == 3)
                mutex = &at[p];
        }
        if (in == &at[0] && all[t].kind[0] != 1)
            in = &at[places + 1 + t];
        if (also == &at[places])
            also = &at[places + 1 + t];
        if (out == &at[places])
            out = &at[places + 1 + t];
        if (mutex == &at[places])
            mutex = &at[places + 1 + t];
        if (how == 3) {
            omp_event_handle_t event;
            #pragma omp task depend(in: *in, *also) depend(inout: *out) depend(mutexinoutset: *mutex) detach(event) firstprivate(t, how)
            work(t, how, clock, begun, ended);
            #pragma omp task firstprivate(event, t)
            {
                ended[t] = tick(clock);
                omp_fulfill_event(event);
            }
        } else {
            #pragma omp task depend(in: *in, *also) depend(out: *out) depend(mutexinoutset: *mutex) if(how != 1) firstprivate(t, how)
            work(t, how, clock, begun, ended);
        }
        if (t % 19 == 18) {
            #pragma omp taskwait depend(in: *out)
        }
    }
    #pragma omp taskwait
}
#pragma omp end declare target

static void run(int threads, unsigned seed)
{
    struct one all[tasks];
    int begun[tasks] = {0}, ended[tasks] = {0}, clock = 0, at[places + 1 + tasks] = {0};
    for (int t = 0; t < tasks; t++) {
        int ins = 0, outs = 0, mutexes = 0;
        for (int p = 0; p < places; p++) {
            seed = seed * 1103515245u + 12345u;
            int kind = seed >> 16 & 7;
            kind = kind > 3 ? 0 : kind;
            if (kind == 1 && ins++ >= 2 || kind == 2 && outs++ >= 1 || kind == 3 && mutexes++ >= 1)
                kind = 0;
            all[t].kind[p] = kind;
        }
        seed = seed * 1103515245u + 12345u;
        all[t].how = (seed >> 16) % 7;
    }
    #pragma omp target map(tofrom: begun, ended, clock, at) map(to: all)
    {
        clock = 0;
        #pragma omp parallel num_threads(threads)
        #pragma omp single
        make(all, at, &clock, begun, ended);
    }
    for (int t = 0; t < tasks; t++) {
        CHECK(begun[t] > 0 && ended[t] > 0);
        for (int before = 0; before < t; before++)
            for (int p = 0; p < places; p++) {
                int a = all[before].kind[p], b = all[t].kind[p];
                if (!a || !b || a == 1 && b == 1)
                    continue;
                if (a == 3 && b == 3)
                    CHECK(ended[before] < begun[t] || ended[t] < begun[before]);
                else
                    CHECK(ended[before] < begun[t]);
            }
    }
}

int main(void)
{
    int threads[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        for (unsigned seed = 1; seed <= 6; seed++)
            run(threads[k], seed * 7919 + k);
    return test_end();
}
