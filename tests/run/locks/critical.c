/* Critical sections: one thread of the device at a time, by name. */
#include "../test.h"

#define N 132

#pragma omp declare target
static int in_function;
static void add(int *to, int by)
{
    #pragma omp critical
    {
        *to = *to + by;
        in_function++;
    }
}
#pragma omp end declare target

int main(void)
{
    int a = 0, b = 0, c = 0, inner = 0, most = -1, where = -1;
    int list[N], used = 0;
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) \
        map(tofrom: a, b, c, inner, most, where, list, used)
    for (int i = 0; i < N; i++) {
        #pragma omp critical
        a = a + i;
        #pragma omp critical(second) hint(omp_sync_hint_none)
        {
            b++;
            #pragma omp critical(third)
            for (int k = 0; k < 3; k++) {
                if (k == 1)
                    continue;
                inner++;
            }
        }
        if (i % 3 == 0) {
            #pragma omp critical(list)
            {
                int at = used;
                list[at] = i;
                used = at + 1;
            }
        }
        #pragma omp critical(most)
        {
            int value = i * 37 % N;
            if (value > most) {
                most = value;
                where = i;
            }
        }
        add(&c, 2);
    }
    CHECK(a == N * (N - 1) / 2 && b == N && inner == 2 * N && c == 2 * N);
    CHECK(most == N - 1 && where * 37 % N == N - 1 && used == (N + 2) / 3);
    int sum = 0;
    for (int i = 0; i < used; i++)
        sum += list[i];
    CHECK(sum == 3 * (used * (used - 1) / 2));

    int threads = 0, teams = 0;
    #pragma omp target teams distribute num_teams(5) thread_limit(95) map(tofrom: threads, teams)
    for (int t = 0; t < 5; t++) {
        #pragma omp critical(team)
        teams++;
        #pragma omp parallel
        {
            add(&threads, 1);
            add(&threads, 1);
        }
        #pragma omp critical(team)
        {
            teams++;
        }
    }
    CHECK(teams == 10 && threads >= 10);

    int alone = 0;
    #pragma omp target map(tofrom: alone)
    {
        #pragma omp critical
        alone++;
    }
    CHECK(alone == 1);

    int full = 0;
    #pragma omp target parallel num_threads(992) map(tofrom: full)
    {
        #pragma omp critical
        full++;
    }
    CHECK(full >= 1);
    return test_end();
}
