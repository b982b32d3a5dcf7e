// What thread 0 writes, regions and other threads read, and the other way round: by name, through a pointer to the same
// array, in one branch only, behind `break` and `continue`.
#include "../test.h"

#define N 70
#define TEAMS 5

int main(void)
{
    static int a[TEAMS][N], sum[TEAMS], last[TEAMS], often[TEAMS];
    for (int i = 0; i < TEAMS; i++)
        often[i] = i * 2;
#pragma omp target teams distribute map(tofrom : a, sum, last) map(to : often)
    for (int t = 0; t < TEAMS; t++) {
        int found, other, count = 0, table[N];
        int *alias = table;
        found = -1;
        other = t;
        table[0] = 5;
        for (int round = 0; round < often[t]; round++) {
            // A guard writes what the region reads.
            table[1] = round;
            other++;
            if (round == 3)
                continue;
#pragma omp parallel for
            for (int i = 2; i < N; i++)
                table[i] = alias[0] + alias[1] + i;
            // Every thread reads what the region wrote, and thread 0 overwrites it.
            int seen = alias[N - 1];
            alias[N - 1] = seen + 1;
            if (seen == 7 + N - 1)
                found = round;
            else if (seen % 2) {
#pragma omp parallel for
                for (int i = 0; i < N; i++)
                    a[t][i] += table[i < 2 ? 2 : i] + found;
            }
            if (round == 5)
                break;
            int total = found;
#pragma omp parallel for reduction(+ : total)
            for (int i = 0; i < N; i++)
                total += table[i < 2 ? 2 : i];
            table[0] = total % 11;
            found += total % 3;
        }
        sum[t] = found + other;
#pragma omp parallel
        {
#pragma omp for nowait
            for (int i = 0; i < N; i++)
                a[t][i] += table[0] + sum[t];
#pragma omp single nowait
            last[t] = t + 7;
#pragma omp master
            other = 3;
#pragma omp critical
            count++;
        }
        sum[t] += other * 1000;
        last[t] += count > 0;
        count = 0;
    }
    for (int t = 0; t < TEAMS; t++) {
        int found = -1, other = t, table[N], b[N] = {0};
        table[0] = 5;
        for (int round = 0; round < often[t]; round++) {
            table[1] = round;
            other++;
            if (round == 3)
                continue;
            for (int i = 2; i < N; i++)
                table[i] = table[0] + table[1] + i;
            int seen = table[N - 1];
            table[N - 1] = seen + 1;
            if (seen == 7 + N - 1)
                found = round;
            else if (seen % 2)
                for (int i = 0; i < N; i++)
                    b[i] += table[i < 2 ? 2 : i] + found;
            if (round == 5)
                break;
            int total = found;
            for (int i = 0; i < N; i++)
                total += table[i < 2 ? 2 : i];
            table[0] = total % 11;
            found += total % 3;
        }
        CHECK(sum[t] == found + other + 3000);
        CHECK(last[t] == t + 8);
        for (int i = 0; i < N; i++)
            CHECK(a[t][i] == b[i] + table[0] + found + other);
    }
    return test_end();
}
