/* Every form of update, capture and their orders, on ints. */
#include "../test.h"

#define N 132

int main(void)
{
    int x[16];
    static int got[12][N];
    for (int i = 0; i < 16; i++)
        x[i] = 1000;
    x[12] = 1;
    x[13] = 1 << 30;

    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) map(tofrom: x, got)
    for (int i = 0; i < N; i++) {
        #pragma omp atomic
        x[0]++;
        #pragma omp atomic update
        ++x[1];
        #pragma omp atomic
        x[2]--;
        #pragma omp atomic
        --x[3];
        #pragma omp atomic
        x[4] += i;
        #pragma omp atomic
        x[5] -= i;
        #pragma omp atomic
        x[6] = x[6] + i * 2;
        #pragma omp atomic
        x[7] = i + x[7];
        #pragma omp atomic
        x[8] = x[8] - (i - 3);
        #pragma omp atomic
        x[9] = 5 - x[9];
        #pragma omp atomic
        x[10] ^= i;
        #pragma omp atomic
        x[11] |= i << 4;
        #pragma omp atomic capture
        got[0][i] = x[14]++;
        #pragma omp atomic capture seq_cst
        got[1][i] = --x[15];
    }
    CHECK(x[0] == 1000 + N && x[1] == 1000 + N && x[2] == 1000 - N && x[3] == 1000 - N);
    int sum = N * (N - 1) / 2, bits = 1000, all = 1000;
    for (int i = 0; i < N; i++) {
        bits ^= i;
        all |= i << 4;
    }
    CHECK(x[4] == 1000 + sum && x[5] == 1000 - sum && x[6] == 1000 + 2 * sum && x[7] == 1000 + sum);
    CHECK(x[8] == 1000 - sum + 3 * N && x[9] == 1000 && x[10] == bits && x[11] == all);

    /* Each number is given once. */
    int seen[N] = {0}, below[N] = {0};
    for (int i = 0; i < N; i++) {
        int a = got[0][i] - 1000, b = 999 - got[1][i];
        CHECK(a >= 0 && a < N && b >= 0 && b < N);
        if (a >= 0 && a < N)
            seen[a]++;
        if (b >= 0 && b < N)
            below[b]++;
    }
    for (int i = 0; i < N; i++)
        CHECK(seen[i] == 1 && below[i] == 1);

    int y[10] = {0}, order = 0;
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) map(tofrom: y, got) map(tofrom: order)
    for (int i = 0; i < N; i++) {
        #pragma omp atomic capture
        got[2][i] = y[0]--;
        #pragma omp atomic capture relaxed
        got[3][i] = ++y[1];
        #pragma omp atomic capture acq_rel
        got[4][i] = y[2] += 3;
        #pragma omp atomic capture
        got[5][i] = y[3] = y[3] + 2;
        #pragma omp atomic capture
        got[6][i] = y[4] = 2 + y[4];
        #pragma omp atomic capture
        { got[7][i] = y[5]; y[5] += 1; }
        #pragma omp atomic capture acquire
        { y[6] -= 1; got[8][i] = y[6]; }
        #pragma omp atomic capture release
        { got[9][i] = y[7]; y[7] = y[7] + 4; }
        #pragma omp atomic capture hint(omp_sync_hint_contended)
        { y[8] = 4 + y[8]; got[10][i] = y[8]; }
        #pragma omp atomic capture
        { got[11][i] = y[9]; y[9]++; }
        #pragma omp atomic
        order = order + 1;
    }
    CHECK(order == N);
    int step[] = {-1, 1, 3, 2, 2, 1, -1, 4, 4, 1}, from[] = {0, 1, 3, 2, 2, 0, -1, 0, 4, 0};
    for (int k = 0; k < 10; k++) {
        CHECK(y[k] == step[k] * N);
        int count[N] = {0};
        for (int i = 0; i < N; i++) {
            int at = (got[k + 2][i] - from[k]) / step[k];
            CHECK(at >= 0 && at < N && got[k + 2][i] == from[k] + at * step[k]);
            if (at >= 0 && at < N)
                count[at]++;
        }
        for (int i = 0; i < N; i++)
            CHECK(count[i] == 1);
    }
    return test_end();
}
