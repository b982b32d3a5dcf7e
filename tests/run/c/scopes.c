// Variables whose scopes begin and end many times: loops, jumps out of blocks and into the next round, a switch, calls
// that are inlined, and addresses that are handed down while the variables live.
#include "../test.h"

#pragma omp declare target
static int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

static inline int triangle(int n)
{
    int w[9];
    for (int i = 0; i < n; i++)
        w[i] = i + 1;
    return sum(w, n);
}

struct pair {
    int a, b;
};
static int of_pair(const struct pair *p) { return 10 * p->a + p->b; }

static int jumps(int n)
{
    int all = 0;
    for (int i = 0; i < n; i++) {
        int w[100];
        w[i % 100] = i;
        int *p = w;
        if (i % 3 == 0)
            continue;
        if (i == 70)
            break;
        {
            char c[5] = {1, 2, 3, 4, 5};
            char *q = c;
            if (i % 5 == 0)
                goto next;
            all += q[i % 5];
        }
        all += p[i % 100];
    next:;
    }
again:;
    int late[3] = {all, n, 1};
    int *r = late;
    if (r[0] < 4000) {
        all += r[1] + r[2];
        goto again;
    }
    switch (n & 1) {
        int k[2];
    case 0:
        k[0] = k[1] = 1;
        all += sum(k, 2);
        break;
    default:
        k[0] = k[1] = 2;
        all += sum(k, 2);
    }
    return all;
}
#pragma omp end declare target

enum { N = 33 };

int main(void)
{
    int out[N] = {0}, pairs[N] = {0};
#pragma omp target teams distribute parallel for map(tofrom: out, pairs)
    for (int i = 0; i < N; i++) {
        for (int k = 1; k < 4; k++) {
            struct pair one = {i, k};
            pairs[i] += of_pair(&one) + of_pair(&(struct pair){k, i});
        }
        out[i] = jumps(60 + i) + triangle(i % 9);
    }
    for (int i = 0; i < N; i++) {
        CHECK(out[i] == jumps(60 + i) + triangle(i % 9));
        CHECK(pairs[i] == 33 * i + 66);
    }
    int first = 0;
#pragma omp target parallel num_threads(N) map(tofrom: first)
    {
        int own[64];
        for (int k = 0; k < 64; k++)
            own[k] = k;
        const int s = sum(own, 64);
#pragma omp barrier
        {
            int again[64];
            for (int k = 0; k < 64; k++)
                again[k] = own[63 - k];
#pragma omp atomic
            first += sum(again, 64) == s;
        }
    }
    CHECK(first == N || !on_device());
    CHECK(first > 0);
    return test_end();
}
