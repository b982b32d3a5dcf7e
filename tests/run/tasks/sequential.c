/* Tasks outside of parallel regions, beside regions and with regions inside; several teams. */
#include "../test.h"

enum { n = 200 };

static void alone(void)
{
    int a[n], last = -1;
    #pragma omp target map(from: a, last)
    {
        int k = 3;
        #pragma omp taskloop shared(a)
        for (int i = 0; i < n; i++) {
            a[i] = i + k;
            k = 3;
        }
        #pragma omp task depend(out: a[0]) shared(a)
        {
            k = 100;
            a[0] = k;
        }
        #pragma omp taskwait
        last = k;
    }
    CHECK(last == 3);
    for (int i = 1; i < n; i++)
        CHECK(a[i] == i + 3);
    CHECK(a[0] == 100);
}

static void beside(void)
{
    int a[n] = {0}, s = 0, result = 0;
    #pragma omp target map(tofrom: a, s, result)
    {
        int x = 1, y = 2, z = 3;
        #pragma omp task shared(x) depend(out: x)
        x = 10;
        #pragma omp task shared(x, y) depend(in: x) depend(out: y)
        y = x + 5;
        #pragma omp task
        {
            z += 100;
            x += z;
        }
        #pragma omp taskwait
        #pragma omp parallel num_threads(70)
        {
            #pragma omp for
            for (int i = 0; i < n; i++)
                a[i] = x + y + z + i;
        }
        #pragma omp taskgroup
        {
            int step = 2;
            #pragma omp task shared(step, a)
            {
                step++;
                #pragma omp parallel for num_threads(40)
                for (int i = 0; i < n; i++)
                    a[i] += step;
            }
            step++;
            s = step;
        }
        result = x + y + z;
    }
    CHECK(s == 4);
    CHECK(result == 28);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 28 + i + 3);
}

static void teams(void)
{
    int got[8] = {0};
    #pragma omp target teams num_teams(8) map(tofrom: got)
    {
        int t = omp_get_team_num(), mine = 0;
        mine = t + 1;
        #pragma omp parallel num_threads(33)
        {
            #pragma omp single
            #pragma omp task
            {
                #pragma omp atomic
                mine += 100;
            }
        }
        got[t] = mine;
    }
    int found = 0;
    for (int t = 0; t < 8; t++)
        found += got[t] == 0 || got[t] == t + 101;
    CHECK(found == 8);
    CHECK(got[0] == 101);
}

static void distributed(void)
{
    int a[n] = {0};
    #pragma omp target teams distribute map(tofrom: a)
    for (int i = 0; i < n; i++) {
        int own = i;
        #pragma omp task
        {
            own++;
            a[i] += own;
        }
        #pragma omp task shared(own)
        own += 2;
        a[i] += own;
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 1 + i + 2);
}

int main(void)
{
    alone();
    beside();
    teams();
    distributed();
    return test_end();
}
