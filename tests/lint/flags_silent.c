// silent
// Flags and tickets, in functions and macros.
#include <omp.h>
#define N 64
#pragma omp declare target
static int flag_taken;
static volatile int turn;
static int first_here(int *flag)
{
    int mine = 0;
    #pragma omp critical
    {
        if (!*flag) { *flag = 1; mine = 1; }
    }
    return mine;
}
static void wait_turn(int me) { while (turn != me) ; }
static int elected(void) { return first_here(&flag_taken); }
struct st { int got; int n; };
static void grab(struct st *s, int *f)
{
    int old;
    #pragma omp atomic capture
    { old = *f; *f = 1; }
    s->got = old == 0;
}
static int cas(int *p, int want, int now)
{
    int seen;
    #pragma omp atomic compare capture
    { seen = *p; if (*p == want) { *p = now; } }
    return seen;
}
#pragma omp end declare target
#define LOCK(f) do { int o_; do { o_ = cas(&(f), 0, 1); } while (o_ != 0); } while (0)
#define UNLOCK(f) do { _Pragma("omp atomic write release") (f) = 0; } while (0)
void t(int n, int *x, int *locks, omp_lock_t *ls, const int *bin, int *hist)
{
    int c = 0, f = 0, d = 0;
    #pragma omp target parallel map(tofrom: c, f, d)
    {
        if (first_here(&f)) c++;
        if (elected()) c++;
        wait_turn(omp_get_thread_num());
        c++;
        turn = omp_get_thread_num() + 1;
    }
    #pragma omp target parallel map(tofrom: c, f, d)
    {
        struct st s;
        grab(&s, &f);
        if (s.got) c++;
    }
    #pragma omp target parallel map(tofrom: c, f, d)
    {
        while (cas(&f, 0, 1) != 0) ;
        c++;
        UNLOCK(f);
    }
    #pragma omp target parallel map(tofrom: c, f, d)
    {
        LOCK(f);
        c++;
        UNLOCK(f);
    }
    #pragma omp target teams distribute parallel for map(hist[0:16], locks[0:16], ls[0:16]) map(to: bin[0:n])
    for (int i = 0; i < n; i++) {
        LOCK(locks[bin[i] % 16]);
        hist[bin[i] % 16]++;
        UNLOCK(locks[bin[i] % 16]);
        omp_set_lock(&ls[bin[i] % 16]);
        hist[bin[i] % 16] += 2;
        omp_unset_lock(&ls[bin[i] % 16]);
    }
    #pragma omp target parallel map(tofrom: c, d)
    {
        #pragma omp critical
        {
            int k = c;
            c = k + 1;
            d += c;
        }
        #pragma omp barrier
        #pragma omp single
        { c++; }
        int last;
        #pragma omp atomic capture seq_cst
        last = ++d;
        switch (last) { case 1: c++; break; default: ; }
        last == 5 ? (void)(c++) : (void)0;
    }
    #pragma omp target parallel map(tofrom: c, d)
    #pragma omp single
    for (int i = 0; i < 4; i++) {
        #pragma omp task
        {
            #pragma omp critical
            c++;
        }
    }
    #pragma omp target parallel map(tofrom: c)
    {
        int got = 0, spins = 0;
        for (; !got; spins++) {
            int old = 1;
            if (spins % 3 == 0) {
                #pragma omp atomic capture acquire
                { old = f; f = 1; }
            }
            got = !old;
        }
        c++;
        #pragma omp atomic write release
        f = 0;
    }
    #pragma omp target parallel for ordered map(tofrom: c)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        { c++; if (i > 3) c += 2; }
    }
}
