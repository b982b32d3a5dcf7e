// Variables of the sequential part that shared memory has no room for: read and written by all threads of
// the team, by sequential code between regions, and by the code behind the last of them.
#include "../test.h"

#define LARGE 12500

// 100 kB.
static void one_team(void)
{
    double sum = 0;
    int wrong = 0;
#pragma omp target map(tofrom: sum, wrong)
    {
        double a[LARGE];
        int calls = 0;
        for (int i = 0; i < LARGE; i++)
            a[i] = i;
#pragma omp parallel for num_threads(96)
        for (int i = 0; i < LARGE; i++)
            a[i] += 1;
        for (int i = 0; i < LARGE; i++)
            wrong += a[i] != i + 1;
        a[7] = -1;
        calls++;
#pragma omp parallel for num_threads(33) reduction(+: sum)
        for (int i = 0; i < LARGE; i++)
            sum += a[i];
        sum += calls;
    }
    CHECK(wrong == 0);
    CHECK(sum == 0.5 * LARGE * (LARGE + 1) - 8 - 1 + 1);
}

struct table {
    char name;
    float cells[2][9000];
};

// Several that do not fit, beside each other and in each other; a struct; what fits stays.
static void several(void)
{
    long out[4] = {0, 0, 0, 0};
    int n = 9000;
#pragma omp target map(tofrom: out) map(to: n)
    {
        struct table t;
        int turns = 0;
        t.name = 't';
        for (int k = 0; k < 3; k++) {
            int first[20000];
            {
                long second[8000], third[16];
                for (int i = 0; i < 16; i++)
                    third[i] = k;
                second[0] = 5;
#pragma omp parallel for num_threads(64)
                for (int i = 0; i < 20000; i++) {
                    first[i] = i + k;
                    if (i < 8000)
                        second[i] = third[i % 16];
                }
                for (int i = 0; i < 8000; i++)
                    out[0] += second[i];
            }
            {
                short other[40000];
#pragma omp parallel for num_threads(64)
                for (int i = 0; i < 40000; i++)
                    other[i] = (short)(first[i / 2] % 100);
                for (int i = 0; i < 40000; i++)
                    out[1] += other[i];
            }
            turns++;
        }
#pragma omp parallel for num_threads(95)
        for (int i = 0; i < n; i++) {
            t.cells[0][i] = (float)i;
            t.cells[1][n - 1 - i] = t.name == 't' ? 1 : 0;
        }
        float *p = t.cells[1], total = 0;
        for (int i = 0; i < n; i++)
            total += p[i];
        out[2] = (long)total;
        out[3] = turns + (long)t.cells[0][n - 1];
    }
    long expected = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 40000; i++)
            expected += (i / 2 + k) % 100;
    CHECK(out[0] == 8000L * (0 + 1 + 2));
    CHECK(out[1] == expected);
    CHECK(out[2] == 9000);
    CHECK(out[3] == 3 + 8999);
}

// More teams than the device holds at once, each with memory of its own.
static void many_teams(void)
{
    enum { TEAMS = 300 };
    static int result[TEAMS];
#pragma omp target teams distribute num_teams(TEAMS) map(from: result)
    for (int t = 0; t < TEAMS; t++) {
        int a[16000];
        for (int i = 0; i < 16000; i += 1000)
            a[i] = t;
#pragma omp parallel for num_threads(64)
        for (int i = 0; i < 16000; i++)
            if (i % 1000)
                a[i] = t;
        int same = 0;
        for (int i = 0; i < 16000; i += 7)
            same += a[i] == t;
        result[t] = same;
    }
    int wrong = 0;
    for (int t = 0; t < TEAMS; t++)
        wrong += result[t] != 2286;
    CHECK(wrong == 0);
}

// Private copies of a team; the values come from outside.
static void copies(void)
{
    static int table[14000];
    int total = 0;
    for (int i = 0; i < 14000; i++)
        table[i] = i % 10;
#pragma omp target teams num_teams(3) firstprivate(table) map(tofrom: total) reduction(+: total)
    {
#pragma omp parallel for num_threads(32)
        for (int i = 0; i < 14000; i++)
            table[i] += 1;
        for (int i = 0; i < 14000; i++)
            total += table[i];
    }
    CHECK(total == 3 * (14000 / 10 * 45 + 14000));
    CHECK(table[3] == 3);
}

// The same kernel again finds the memory as it left it.
static void again(void)
{
    for (int turn = 1; turn <= 3; turn++) {
        int seen = 0;
#pragma omp target teams num_teams(40) map(tofrom: seen) reduction(+: seen)
        {
            _Alignas(64) char bytes[70000];
            bytes[0] = (char)turn;
#pragma omp parallel num_threads(50)
            bytes[1000 * (omp_get_thread_num() + 1)] = bytes[0];
            for (int i = 1; i <= 50; i++)
                seen += bytes[1000 * i] == turn;
        }
        CHECK(seen == 40 * 50);
    }
}

int main(void)
{
    one_team();
    several();
    many_teams();
    copies();
    again();
    return test_end();
}
