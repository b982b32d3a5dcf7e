// Static schedules hold wherever the program can tell, not only where a loop's own body asks.
#include "../test.h"

#define N 64

/* The sum of the squares of what each of four threads adds up of 0 to 63, in chunks of four. */
static int squares(void)
{
    int sums[4] = { 0 }, all = 0;
    for (int i = 0; i < N; i++)
        sums[i / 4 % 4] += i;
    for (int t = 0; t < 4; t++)
        all += sums[t] * sums[t];
    return all;
}

/* Variables of threads show who executes an iteration; those that a team's threads share do not. */
static void variables_of_teams(int teams)
{
    int own[8] = { 0 }, copied[8] = { 0 }, shifted[8] = { 0 };
#pragma omp target teams distribute map(tofrom: own, copied, shifted)
    for (int t = 0; t < teams; t++) {
        int all[N], sum;
#pragma omp parallel num_threads(4)
        {
            int mine = 0;
#pragma omp for schedule(static, 4)
            for (int i = 0; i < N; i++) {
                all[i] = i;
                mine += i;
            }
#pragma omp atomic
            own[t] += mine * mine;
        }
#pragma omp parallel num_threads(4) private(sum)
        {
            sum = 0;
#pragma omp for schedule(static, 4)
            for (int i = 0; i < N; i++)
                sum += all[i];
#pragma omp atomic
            copied[t] += sum * sum;
        }
        /* Here no variable of a thread changes: only the array of the team. */
#pragma omp parallel num_threads(4)
        {
#pragma omp for schedule(static, 4) nowait
            for (int i = 0; i < N; i++)
                all[i] += t;
#pragma omp for schedule(static, 4)
            for (int i = 0; i < N; i++)
                all[i] *= 2;
        }
        for (int i = 0; i < N; i++)
            shifted[t] += all[i];
    }
    for (int t = 0; t < teams; t++) {
        CHECK(own[t] == squares());
        CHECK(copied[t] == squares());
        CHECK(shifted[t] == N * (N - 1) + 2 * N * t);
    }
}

int main(void)
{
    variables_of_teams(8);
    int a[N] = { 0 }, b[N] = { 0 };

    /* Loops of one schedule give each thread the same iterations. */
#pragma omp target parallel num_threads(7) map(tofrom: a, b)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            a[i] = i * 3;
#pragma omp for schedule(static)
        for (int i = 0; i < N; i++)
            b[i] = a[i] + 0 * omp_get_thread_num();
    }
    for (int i = 0; i < N; i++)
        CHECK(b[i] == i * 3);

    int count = 0;
#pragma omp target parallel num_threads(7) map(tofrom: a, count)
    {
        int me = omp_get_thread_num();
#pragma omp for schedule(static, 5)
        for (int i = 0; i < N; i++)
            a[i] = me;
        if (me == 0)
            count = omp_get_num_threads();
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i / 5 % count);

    /* A copy that a thread keeps from iteration to iteration. */
    int position = 0;
#pragma omp target parallel for num_threads(4) schedule(static, 4) firstprivate(position) map(tofrom: a)
    for (int i = 0; i < N; i++)
        a[i] = position++;
    for (int i = 0; i < N; i++)
        CHECK(a[i] % 4 == i % 4);

#pragma omp target teams num_teams(3) map(tofrom: a)
    {
        int me = omp_get_team_num();
#pragma omp distribute dist_schedule(static, 7)
        for (int k = 0; k < N; k++)
            a[k] = me;
    }
    for (int k = 0; k < N; k++)
        CHECK(a[k] == a[k / 7 * 7]);
    return test_end();
}
