/* Reductions of many arrays in one region: what their warps leave for each other fits shared memory together. */
#include "../test.h"

enum { trips = 500 };

int main(void)
{
    const int sizes[] = {1, 31, 33, 64, 255, 256, 257, 288, 512, 800, 992};
    for (int s = 0; s < 11; s++) {
        const int size = sizes[s];
        int a[64] = {0};
        unsigned b[64] = {0};
        float c[64] = {0};
        double d[32] = {0};
        long e[32] = {0};
        unsigned long f[32] = {0};
        short g[128] = {0};
        double h[31] = {0};
        #pragma omp target parallel num_threads(size) map(tofrom: a, b, c, d, e, f, g, h)
        {
            #pragma omp for reduction(+: a)
            for (int i = 0; i < trips; i++)
                a[i % 64] += i;
            #pragma omp for reduction(+: b) nowait
            for (int i = 0; i < trips; i++)
                b[i % 64] += i;
            #pragma omp for reduction(+: c)
            for (int i = 0; i < trips; i++)
                c[i % 64] += i;
            #pragma omp for reduction(+: d)
            for (int i = 0; i < trips; i++)
                d[i % 32] += i;
            #pragma omp for reduction(^: e)
            for (int i = 0; i < trips; i++)
                e[i % 32] ^= i;
            #pragma omp for reduction(max: f)
            for (int i = 0; i < trips; i++)
                f[i % 32] = f[i % 32] > (unsigned long)i ? f[i % 32] : (unsigned long)i;
            #pragma omp for reduction(+: g)
            for (int i = 0; i < trips; i++)
                g[i % 128]++;
            #pragma omp for reduction(+: h)
            for (int i = 0; i < trips; i++)
                h[i % 31] += 2;
        }
        for (int k = 0; k < 128; k++) {
            long sum = 0, odd = 0, most = 0, count = 0, twice = 0;
            for (int i = 0; i < trips; i++) {
                sum += i % 64 == k ? i : 0;
                count += i % 128 == k;
                twice += i % 31 == k ? 2 : 0;
                if (i % 32 == k) {
                    odd ^= i;
                    most = i;
                }
            }
            CHECK(g[k] == count);
            if (k < 64)
                CHECK(a[k] == sum && b[k] == (unsigned long)sum && c[k] == sum);
            if (k < 32)
                CHECK(e[k] == odd && f[k] == (unsigned long)most);
            if (k < 31)
                CHECK(h[k] == twice);
        }
    }

    double p[32] = {0}, q[32] = {0}, r[32] = {0}, t[32] = {0}, u[32] = {0}, v[32] = {0}, w[32] = {0};
    for (int round = 0; round < 2; round++) {
        #pragma omp target teams distribute parallel for map(tofrom: p, q, r, t, u, v, w) \
            reduction(+: p, q, r, t, u, v, w) num_teams(round ? 3 : 1)
        for (int i = 0; i < 32 * 40; i++) {
            const int k = i % 32;
            p[k] += i;
            q[k] += 1;
            r[k] += 2;
            t[k] += 3;
            u[k] += 4;
            v[k] += 5;
            w[k] += k;
        }
    }
    for (int k = 0; k < 32; k++) {
        CHECK(p[k] == 2 * (40 * k + 32 * (39 * 40 / 2)));
        CHECK(q[k] == 80 && r[k] == 160 && t[k] == 240 && u[k] == 320 && v[k] == 400 && w[k] == 80 * k);
    }
    return test_end();
}
