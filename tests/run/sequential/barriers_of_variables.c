// Variables of the team that lie in the same bytes at other times, values of conditions that thread 0 evaluates, reductions
// whose originals are read behind them, and more threads than a region has.
#include "../test.h"

#define N 130
#define TEAMS 6

int main(void)
{
    static int out[TEAMS], counts[TEAMS][N], calls[TEAMS];
#pragma omp target teams distribute map(tofrom : out, counts, calls)
    for (int t = 0; t < TEAMS; t++) {
        int result = 0;
        for (int round = 0; round < t; round++) {
            int here;
            {
                int first;
                first = round;
#pragma omp parallel for
                for (int i = 0; i < N; i++)
                    if (i == N - 1)
                        first = i + round;
                here = first;
            }
            {
                int second;
                second = here + 1;
#pragma omp parallel for
                for (int i = 0; i < N; i++)
                    counts[t][i] += second;
                result += second;
            }
            // The condition has an effect: thread 0 evaluates it for all.
            while (calls[t]++ % 3 != 2) {
                int third;
                third = 0;
#pragma omp parallel num_threads(33)
                if (result > 0)
#pragma omp atomic
                    third += 1;
                counts[t][0] += third > 0;
            }
            int most = -1;
#pragma omp parallel for reduction(max : most)
            for (int i = 0; i < N; i++)
                most = most > counts[t][i] ? most : counts[t][i];
            switch (most % 3) {
            case 0:
                result += most;
                break;
            case 1: {
#pragma omp parallel for reduction(+ : result)
                for (int i = 0; i < N; i++)
                    result += i;
                break;
            }
            default:
                counts[t][1] += result;
            }
        }
        out[t] = result;
    }
    for (int t = 0; t < TEAMS; t++) {
        int result = 0, called = 0, c[N] = {0};
        for (int round = 0; round < t; round++) {
            int second = N - 1 + round + 1;
            for (int i = 0; i < N; i++)
                c[i] += second;
            result += second;
            while (called++ % 3 != 2)
                c[0]++;
            int most = -1;
            for (int i = 0; i < N; i++)
                most = most > c[i] ? most : c[i];
            if (most % 3 == 0)
                result += most;
            else if (most % 3 == 1)
                result += N * (N - 1) / 2;
            else
                c[1] += result;
        }
        CHECK(out[t] == result);
        CHECK(calls[t] == called);
        for (int i = 0; i < N; i++)
            CHECK(counts[t][i] == c[i]);
    }
    return test_end();
}
