#include "link.h"

/* A `link` variable of this file alone, of a name that the other file has too. */
static int own = 2;
#pragma omp declare target link(own)

int counted(void)
{
    int c = 0;
    for (int i = 0; i < 100; i++)
        if (flag[i] && limit)
            c++;
    return c;
}

int counted_by_threads(void)
{
    int c = 0;
    #pragma omp parallel for reduction(+: c)
    for (int i = 0; i < 100; i++)
        if (flag[i] && limit)
            c++;
    return c;
}

#pragma omp declare target
static void times_own(void)
{
    #pragma omp parallel for
    for (int i = 0; i < 4; i++)
        rec.d[i] *= own;
}
#pragma omp end declare target

void doubled(void)
{
    rec.n++;
    times_own();
}

void double_all(void)
{
    #pragma omp target map(to: own) map(tofrom: rec)
    doubled();
}
