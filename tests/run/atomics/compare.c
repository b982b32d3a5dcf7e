/* `compare`: minima, maxima, replacement, with and without capture. */
#include "../test.h"

#define N 132

struct bounds {
    int low, high;
    unsigned ulow, uhigh;
    long llow, lhigh;
    float flow, fhigh;
    double dlow, dhigh;
    short slow, shigh;
    signed char clow, chigh;
};

int main(void)
{
    struct bounds b = {1000, -1000, 1000, 0, 1000, -1000, 1e9f, -1e9f, 1e9, -1e9, 1000, -1000, 127, -128};
    double values[N];
    for (int i = 0; i < N; i++)
        values[i] = (i * 37 % N) - 60.5;
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) map(tofrom: b) map(to: values)
    for (int i = 0; i < N; i++) {
        int k = i * 37 % N - 60;
        double d = values[i];
        #pragma omp atomic compare
        if (b.low > k) { b.low = k; }
        #pragma omp atomic compare
        if (k > b.high) { b.high = k; }
        #pragma omp atomic compare
        b.ulow = b.ulow > (unsigned)i ? (unsigned)i : b.ulow;
        #pragma omp atomic compare
        b.uhigh = (unsigned)i > b.uhigh ? (unsigned)i : b.uhigh;
        #pragma omp atomic compare
        if (k < b.llow) { b.llow = k; }
        #pragma omp atomic compare
        if (b.lhigh < k) { b.lhigh = k; }
        #pragma omp atomic compare
        if (b.flow > d) { b.flow = d; }
        #pragma omp atomic compare
        if (b.fhigh < (float)d) { b.fhigh = (float)d; }
        #pragma omp atomic compare seq_cst
        if (b.dlow > d) { b.dlow = d; }
        #pragma omp atomic compare fail(relaxed) acq_rel
        if (b.dhigh < d) { b.dhigh = d; }
        #pragma omp atomic compare
        if (b.slow > d) { b.slow = d; }
        #pragma omp atomic compare
        if (b.shigh < k) { b.shigh = k; }
        #pragma omp atomic compare
        if (b.clow > k) { b.clow = k; }
        #pragma omp atomic compare
        if (b.chigh < k) { b.chigh = k; }
    }
    CHECK(b.low == -60 && b.high == N - 61 && b.ulow == 0 && b.uhigh == N - 1);
    CHECK(b.llow == -60 && b.lhigh == N - 61 && b.flow == -60.5f && b.fhigh == N - 61.5f);
    CHECK(b.dlow == -60.5 && b.dhigh == N - 61.5 && b.slow == -60 && b.shigh == N - 61);
    CHECK(b.clow == -60 && b.chigh == N - 61);

    int owner[8], winners[8] = {0}, losers[8] = {0}, old[N], now[N], result[N], seen[N];
    for (int i = 0; i < 8; i++)
        owner[i] = -1;
    int top = 0, last = 5;
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) \
        map(tofrom: owner, winners, losers, old, now, result, seen, top, last)
    for (int i = 0; i < N; i++) {
        int r, v = -2;
        #pragma omp atomic compare capture
        { r = owner[i % 8] == -1; if (r) { owner[i % 8] = i; } }
        if (r) {
            #pragma omp atomic
            winners[i % 8]++;
        }
        result[i] = r;
        #pragma omp atomic compare capture
        if (owner[i % 8] == -1) { owner[i % 8] = i; } else { v = owner[i % 8]; }
        seen[i] = v;
        #pragma omp atomic compare capture
        { r = owner[i % 8] == -1; if (r) { owner[i % 8] = i; } else { v = owner[i % 8]; } }
        if (!r && v >= 0) {
            #pragma omp atomic
            losers[i % 8]++;
        }
        #pragma omp atomic compare capture
        { old[i] = top; if (top < i) { top = i; } }
        #pragma omp atomic compare capture
        { if (top < i) { top = i; } now[i] = top; }
        #pragma omp atomic compare capture
        { v = last; last = last == 5 ? 6 : last; }
        if (v != 5 && v != 6)
            losers[i % 8] = -100;
    }
    for (int k = 0; k < 8; k++) {
        CHECK(winners[k] == 1 && owner[k] % 8 == k && result[owner[k]] == 1);
        CHECK(losers[k] == (N - k + 7) / 8);
    }
    for (int i = 0; i < N; i++)
        CHECK(seen[i] == owner[i % 8] && now[i] >= i && old[i] < N);
    CHECK(top == N - 1 && last == 6);
    return test_end();
}
