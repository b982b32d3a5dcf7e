// host: skip (gcc 12 does not know `if` on `teams`)
/* `if` on `teams`: one team where the condition is false, whatever `num_teams` says. */
#include "../test.h"

#define WHEN(c) if(teams: c)

static int teams_of(int when, int n)
{
    int r = 0;
    #pragma omp target teams if(teams: when) num_teams(n) map(tofrom: r)
    {
        #pragma omp atomic
        r++;
    }
    return r;
}

static int teams_by_macro(int when)
{
    int r = 0;
    #pragma omp target teams WHEN(when > 2) num_teams(2: 5) map(tofrom: r)
    {
        #pragma omp atomic
        r++;
    }
    return r;
}

static int open_teams(int when, int *threads)
{
    int r = 0, t = 0;
    #pragma omp target teams if(teams: when) map(tofrom: r, t)
    {
        #pragma omp atomic
        r++;
        #pragma omp parallel num_threads(3)
        {
            #pragma omp atomic
            t++;
        }
    }
    *threads = t;
    return r;
}

static int nested(int when)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    {
        #pragma omp teams if(when) num_teams(7)
        {
            #pragma omp atomic
            r++;
        }
    }
    return r;
}

static long distributed(int when, int also, int n)
{
    long sum = 0, wrong = 0;
    #pragma omp target teams distribute parallel for if(teams: when) if(parallel: also) reduction(+: sum, wrong)
    for (int i = 0; i < n; i++) {
        sum += i;
        wrong += !when && omp_get_num_teams() != 1;
        wrong += !also && omp_get_num_threads() != 1;
    }
    #pragma omp target teams distribute if(teams distribute: when) num_teams(4) reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum -= i;
    #pragma omp target teams distribute parallel for simd collapse(2) if(teams: when && n) if(target: n >= 0) \
        reduction(+: sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            sum += j;
    return wrong ? -1 : sum;
}

int main(void)
{
    CHECK(teams_of(0, 4) == 1 && teams_of(1, 1) == 1);
    CHECK(teams_by_macro(2) == 1 && nested(0) == 1);
    if (on_device())
        CHECK(teams_of(1, 4) == 4 && teams_of(-1, 33) == 33 && teams_by_macro(3) == 5 && nested(2) == 7);
    int threads;
    CHECK(open_teams(0, &threads) == 1 && threads <= 3);
    int r = open_teams(1, &threads);
    CHECK(r >= 1 && threads <= 3 * r);
    for (int n = 0; n < 3000; n = n * 3 + 1)
        for (int when = 0; when < 2; when++)
            CHECK(distributed(when, 0, n) == 3 * n && distributed(when, 1, n) == 3 * n);
    return test_end();
}
