// silent
// Code that one thread executes, and conditions that one passes.
#include <omp.h>
#define N 64
#pragma omp declare target
static int me(void) { return omp_get_thread_num(); }
static int is_first(int i) { return i == 0; }
static void only_first(int number, int *x)
{
    if (number)
        return;
    ++*x;
}
static void by_jump(int number, int *x)
{
    if (number != 0)
        goto end;
    ++*x;
end:
    return;
}
#pragma omp end declare target

int one_thread(void)
{
    int x = 0;
    #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: x)
    #pragma omp parallel
    x++;
    #pragma omp target thread_limit(1) map(tofrom: x)
    #pragma omp parallel for
    for (int i = 0; i < N; i++)
        x++;
    #pragma omp target teams distribute parallel for num_teams(1) num_threads(1) map(tofrom: x)
    for (int i = 0; i < N; i++)
        x++;
    #pragma omp target teams num_teams(1) thread_limit(1) map(tofrom: x)
    #pragma omp loop
    for (int i = 0; i < N; i++)
        x++;
    #pragma omp target parallel if(parallel: 0) map(tofrom: x)
    x++;
    #pragma omp target map(tofrom: x)
    {
        omp_set_num_threads(1);
        #pragma omp parallel
        x++;
    }
    return x;
}

int one_passes(int n, const int *is, int *hist)
{
    int x = 0;
    #pragma omp target parallel map(tofrom: x)
    {
        if (me() == 0)
            x++;
        if (omp_get_thread_num() >= omp_get_num_threads() - 1)
            x++;
        if (omp_get_thread_num() < 1)
            x++;
        int lead = me();
        if (!lead)
            x++;
        if (is_first(lead))
            x++;
        switch (me()) {
        case 0:
            x++;
        }
    }
    #pragma omp target parallel for map(tofrom: x, hist[0:n])
    for (int i = 0; i < n; i++) {
        if (is_first(i))
            x++;
        if (i >= n - 1)
            x++;
        if (i + 1 == n)
            x++;
        if ((i + 1) % n == 0)
            x++;
        i == 0 && x++;
        i == 1 ? x++ : 0;
        for (int once = i == 3; once; once = 0)
            x++;
        while (i == 7) {
            x++;
            break;
        }
        if (i > 0)
            continue;
        hist[0]++;
    }
    #pragma omp target parallel for map(tofrom: x)
    for (int i = 0; i < n; i++) {
        if (i)
            continue;
        x++;
    }
    #pragma omp target parallel map(tofrom: x)
    {
        int mine = omp_get_thread_num();
        for (int k = mine; k < 1; k++)
            x++;
        for (; mine == 0; mine = 1)
            x++;
        only_first(omp_get_thread_num(), &x);
        by_jump(omp_get_thread_num(), &x);
        if (is[0] == omp_get_thread_num())
            x++;
    }
    return x;
}
