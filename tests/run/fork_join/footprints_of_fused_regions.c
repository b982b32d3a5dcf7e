// Parallel regions in a row that touch members, rows, functions' variables and arrays of variable length.
#include "../test.h"
#define N 300
#pragma omp declare target
static int where;
static int bump(int v) { where += v; return where; }
#pragma omp end declare target
struct pair { int x, y; };
int main(void)
{
    int out[16] = {0};
    struct pair pairs[N];
    int m[8][16];
    for (int i = 0; i < N; i++) pairs[i].x = pairs[i].y = i;
    int n = N, cut = 40;
    #pragma omp target map(tofrom: out, pairs, m)
    {
        // members and rows
        #pragma omp parallel for num_threads(cut)
        for (int i = 0; i < n; i++) pairs[i].x += 1;
        #pragma omp parallel for num_threads(cut)
        for (int i = 0; i < n; i++) pairs[i].y = pairs[i].x * 2;
        #pragma omp parallel for num_threads(cut)
        for (int r = 0; r < 8; r++) for (int c = 0; c < 16; c++) m[r][c] = r * 16 + c;
        #pragma omp parallel for num_threads(cut)
        for (int r = 0; r < 8; r++) for (int c = 0; c < 16; c++) m[r][c] += m[r][15 - c];
        #pragma omp parallel for num_threads(cut) collapse(2)
        for (int r = 0; r < 8; r++) for (int c = 0; c < 16; c++) m[r][c] += 1;
        #pragma omp parallel for num_threads(cut) collapse(2)
        for (int r = 0; r < 8; r++) for (int c = 0; c < 16; c++) m[r][c] += m[(r + 1) % 8][c] * 0;
        // a call between, a function with an effect
        #pragma omp parallel num_threads(8)
        #pragma omp single
        bump(1);
        int seen = where;
        #pragma omp parallel num_threads(8)
        #pragma omp single
        out[0] = seen + bump(10);
        // a struct and an array of the sequential part
        struct pair p = {1, 2};
        #pragma omp parallel num_threads(8)
        if (omp_get_thread_num() == 7) out[1] = p.x + p.y;
        struct pair q = p;
        q.x = 9;
        #pragma omp parallel num_threads(8)
        if (omp_get_thread_num() == 7) out[2] = q.x + p.y;
        int list[4] = {1, 2, 3, 4};
        #pragma omp parallel num_threads(8)
        if (omp_get_thread_num() < 4) list[omp_get_thread_num()] *= 10;
        int second[4] = {5, 6, 7, 8}, k = 2;
        second[1] = k;
        #pragma omp parallel num_threads(8)
        if (omp_get_thread_num() == 6) out[3] = list[0] + list[3] + second[0] + second[1];
        // a variable of the loop, changed at its end
        for (int r = 0, w = 1; r < 3; r++, w *= 2) {
            #pragma omp parallel num_threads(8)
            if (omp_get_thread_num() == r) out[4] += w;
            int h = w + 1;
            #pragma omp parallel num_threads(8)
            if (omp_get_thread_num() == r + 1) out[5] += h + r;
        }
        // regions under one if, and one alone
        if (n > 3)
            #pragma omp parallel num_threads(8)
            if (omp_get_thread_num() < 2) out[6 + omp_get_thread_num()] = 3;
        #pragma omp parallel num_threads(8)
        if (omp_get_thread_num() == 0) out[8] = out[6] + out[7];
        static const int table[3] = {4, 5, 6};
        #pragma omp parallel num_threads(8)
        if (omp_get_thread_num() == 1) out[9] = table[2] + out[8];
        // an array of variable length
        int len = n / 100;
        int v[len];
        #pragma omp parallel for num_threads(8)
        for (int i = 0; i < len; i++) v[i] = i + 5;
        #pragma omp parallel for num_threads(8)
        for (int i = 0; i < len; i++) out[10 + i] = v[len - 1 - i];
    }
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += pairs[i].y;
    CHECK(sum == 2L * (N * (N - 1) / 2 + N));
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 16; c++)
            CHECK(m[r][c] == (c < 8 ? 32 * r + 16 : 48 * r + 16 + c));
    const int expect[13] = {12, 3, 11, 57, 7, 13, 3, 3, 6, 12, 7, 6, 5};
    if (on_device())
        for (int i = 0; i < 13; i++)
            CHECK(out[i] == expect[i]);
    return test_end();
}
