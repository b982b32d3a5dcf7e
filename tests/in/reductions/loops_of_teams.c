// `loop` constructs that bind to the teams around them reduce into originals that all teams share.
#include <omp.h>

void one(int n, const double *x, double *sum)
{
    #pragma omp target teams map(to: x[0:n]) map(tofrom: sum[0:1])
    #pragma omp loop reduction(+: sum[0:1])
    for (int i = 0; i < n; i++)
        sum[0] += x[i];
}

void between(int n, double *x, double *sum)
{
    double all = *sum;
    #pragma omp target teams map(tofrom: x[0:n], all)
    {
        #pragma omp loop bind(teams) reduction(+: all)
        for (int i = 0; i < n; i++)
            all += x[i];
        #pragma omp parallel num_threads(32)
        x[omp_get_thread_num()] = 0;
    }
    *sum = all;
}

// Teams take turns where they reduce more than once.
void several(int n, const double *x, double *sum, double *most)
{
    double all = *sum, one = *most;
    #pragma omp target teams map(to: x[0:n]) map(tofrom: all, one)
    {
        #pragma omp loop bind(teams) reduction(+: all)
        for (int i = 0; i < n; i++)
            all += x[i];
        #pragma omp loop bind(teams) reduction(max: one)
        for (int i = 0; i < n; i++) {
            double row = 0;
            #pragma omp parallel for reduction(+: row)
            for (int k = 0; k < i; k++)
                row += x[k];
            one = row > one ? row : one;
        }
    }
    *sum = all;
    *most = one;
}

// Here `teams` reduces, too: each team has a copy.
void of_both(int n, const double *x, double *sum)
{
    double all = *sum;
    #pragma omp target teams map(to: x[0:n]) map(tofrom: all) reduction(+: all)
    #pragma omp loop reduction(+: all)
    for (int i = 0; i < n; i++)
        all += x[i];
    *sum = all;
}

// In a function.
#pragma omp declare target
static double total;
static void add(int n, const double *x)
{
    #pragma omp loop bind(teams) reduction(+: total)
    for (int i = 0; i < n; i++)
        total += x[i];
}
#pragma omp end declare target

void call(int n, const double *x)
{
    #pragma omp target teams map(to: x[0:n])
    add(n, x);
}
