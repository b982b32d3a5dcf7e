// Arrays of variable length that belong to a thread: of lengths that differ from thread to thread, in loops,
// left by goto, break, continue and return, in functions that call themselves, in more teams than fit the device.
#include "../test.h"

static int sum_of(int n)
{
    if (n == 0)
        return 0;
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    int below = sum_of(n - 1);
    for (int i = 0; i < n; i++)
        below += v[i] - i;
    return below + n;
}

static long leaves(int n, int how)
{
    long result = 0;
    for (int round = 0; round < 40; round++) {
        const int length = n + round % 3;
        long a[length];
        a[0] = round;
        a[length - 1] += 0;
        if (how == 1 && round == 7)
            break;
        if (how == 2 && round % 2)
            continue;
        if (how == 3 && round == 9)
            return result;
        if (how == 4 && round == 11)
            goto out;
        {
            char b[n * 2];
            b[n] = 1;
            if (how == 5 && round == 13)
                goto out;
            result += b[n];
        }
        result += a[0];
    }
out:
    return result;
}

static void launch_constant(int n)
{
    int teams = 60, threads = 64, wrong = 0;
#pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) map(tofrom: wrong) reduction(+: wrong)
    for (int i = 0; i < 4000; i++) {
        double v[n], m[3][n];
        for (int k = 0; k < n; k++) {
            v[k] = i + k;
            m[2][k] = -v[k];
            m[0][k] = 1;
        }
        double sum = 0;
        for (int k = n - 1; k >= 0; k--)
            sum += v[k] + m[2][k] + m[0][k];
        wrong += sum != n;
    }
    CHECK(wrong == 0);
}

static void divergent(int threads)
{
    enum { N = 500 };
    int out[N];
    long left[N];
#pragma omp target parallel for num_threads(threads) map(from: out, left)
    for (int i = 0; i < N; i++) {
        out[i] = sum_of(i % 13);
        left[i] = 0;
        if (i % 3) {
            const int length = i % 7 + 1;
            int own[length];
            own[length - 1] = i;
            left[i] = own[length - 1] - i;
        }
        left[i] += leaves(i % 5 + 1, i % 6);
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += out[i] != (i % 13) * (i % 13 + 1) / 2 || left[i] != leaves(i % 5 + 1, i % 6);
    CHECK(wrong == 0);
}

// In a region of some threads, with barriers; by the sequential part around it, which shares nothing of it.
static void between_barriers(int threads, int n)
{
    int teams = 5, out[5 * 1000] = {0}, before[5];
#pragma omp target teams num_teams(teams) map(tofrom: out, before)
    {
        int team = omp_get_team_num();
        before[team] = 0;
        {
            const int length = n + team;
            short s[length];
            s[length - 1] = (short)team;
            before[team] = s[length - 1];
        }
#pragma omp parallel num_threads(threads)
        {
            int me = omp_get_thread_num();
            const int length = n + me % 4;
            int v[length];
            v[length - 1] = me;
            out[team * 1000 + me] = v[length - 1];
#pragma omp barrier
            int next = (me + 1) % omp_get_num_threads();
            int seen = out[team * 1000 + next];
#pragma omp barrier
            out[team * 1000 + me] = seen + v[length - 1];
        }
    }
    int wrong = 0;
    for (int t = 0; t < 5; t++) {
        wrong += before[t] != t;
        for (int i = 0; i < threads; i++)
            wrong += out[t * 1000 + i] != i + (i + 1) % threads;
    }
    CHECK(wrong == 0);
}

typedef int (*function)(int);

static void by_pointer(int n)
{
    int result[3];
#pragma omp target map(from: result)
    {
        function f = sum_of;
        for (int i = 0; i < 3; i++)
            result[i] = f(n + i);
    }
    CHECK(result[0] == sum_of(n) && result[2] == sum_of(n + 2));
}

int main(void)
{
    launch_constant(1);
    launch_constant(9);
    divergent(1);
    divergent(33);
    divergent(95);
    between_barriers(1, 3);
    between_barriers(33, 5);
    between_barriers(96, 1);
    by_pointer(6);
    return test_end();
}
