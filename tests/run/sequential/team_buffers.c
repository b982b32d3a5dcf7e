// Pointers into a team's own variables: every thread can set them for itself, since all threads find the variables at
// the same place; what is written through them in sequential code is written once.
#include "../test.h"

enum { N = 70, TEAMS = 3 };

static int through(const int *a)
{
    return a[0] + 1;
}

static void set(int *a, int value)
{
    *a = value;
}

// Two buffers that change places between parallel loops.
static void change_places(int n, int steps, int *result)
{
#pragma omp target teams distribute map(from : result[0 : TEAMS * N])
    for (int team = 0; team < TEAMS; team++) {
        int buffers[2][N];
        int *from = buffers[0], *to = buffers[1];
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            from[i] = i < n ? i + team : -1;
        for (int s = 0; s < steps; s++) {
#pragma omp parallel for
            for (int i = 0; i < n; i++)
                to[i] = from[(i + 1) % n];
            int *last = from;
            from = to;
            to = last;
        }
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            result[team * N + i] = i < n ? from[i] : -1;
    }
}

// Pointers to rows, by parity, and read where all threads read.
static void rows(int steps, int *result)
{
#pragma omp target teams distribute map(tofrom : result[0 : TEAMS])
    for (int team = 0; team < TEAMS; team++) {
        int even[2][40], odd[2][40], sum = 0;
#pragma omp parallel for
        for (int i = 0; i < 40; i++)
            even[0][i] = even[1][i] = odd[0][i] = odd[1][i] = i + team;
        for (int s = 0; s < steps; s++) {
            int(*behind)[40] = s % 2 ? even : odd, (*here)[40] = s % 2 ? odd : even;
            sum += behind[1][39] + here[0][s % 40];
#pragma omp parallel for
            for (int i = 0; i < 40; i++)
                here[0][i] = behind[1][39 - i] + 1;
            sum += through(here[0]);
        }
        result[team] = sum;
    }
}

static int rows_by_hand(int team, int steps)
{
    int even[2][40], odd[2][40], sum = 0;
    for (int i = 0; i < 40; i++)
        even[0][i] = even[1][i] = odd[0][i] = odd[1][i] = i + team;
    for (int s = 0; s < steps; s++) {
        int(*behind)[40] = s % 2 ? even : odd, (*here)[40] = s % 2 ? odd : even;
        sum += behind[1][39] + here[0][s % 40];
        for (int i = 0; i < 40; i++)
            here[0][i] = behind[1][39 - i] + 1;
        sum += through(here[0]);
    }
    return sum;
}

// Writes through pointers, by name and in a function, between reads of all threads and of parallel loops.
static void written(int threads, int *result)
{
#pragma omp target teams distribute thread_limit(33) map(tofrom : result[0 : TEAMS * 4])
    for (int team = 0; team < TEAMS; team++) {
        int one = team, *p = &one, **q = &p, array[2] = {1, 2}, *end = array + 1, first, second;
        first = *p + end[-1];
        *p += 10;
        one += 100;
        second = **q;
        set(&array[1], second);
        set(p, *p + 1);
        int both = 0;
#pragma omp parallel num_threads(threads) reduction(+ : both)
        both += *p + *end + (q == &p);
        end = &one;
        *end += both;
        result[team * 4] = first;
        result[team * 4 + 1] = second;
        result[team * 4 + 2] = both;
        result[team * 4 + 3] = one;
    }
}

int main(void)
{
    static const int lengths[] = {1, 33, N};
    for (int at = 0; at < 3; at++) {
        for (int steps = 0; steps < 4; steps++) {
            int n = lengths[at], result[TEAMS * N];
            change_places(n, steps, result);
            for (int team = 0; team < TEAMS; team++)
                for (int i = 0; i < N; i++)
                    CHECK(result[team * N + i] == (i < n ? (i + steps) % n + team : -1));
        }
    }
    for (int steps = 0; steps < 6; steps++) {
        int result[TEAMS] = {-1, -1, -1};
        rows(steps, result);
        for (int team = 0; team < TEAMS; team++)
            CHECK(result[team] == rows_by_hand(team, steps));
    }
    for (int threads = 1; threads <= 33; threads += 32) {
        int result[TEAMS * 4];
        written(threads, result);
        for (int team = 0; team < TEAMS; team++) {
            int second = team + 110, had = result[team * 4 + 2] / (2 * second + 2);
            CHECK(result[team * 4] == team + 1);
            CHECK(result[team * 4 + 1] == second);
            CHECK(had >= 1 && had <= threads && result[team * 4 + 2] == had * (2 * second + 2));
            CHECK(result[team * 4 + 3] == second + 1 + result[team * 4 + 2]);
        }
    }
    return test_end();
}
