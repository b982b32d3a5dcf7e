/* Option prices: floating-point functions, streams in and out. */
#include "bench.h"
#pragma omp declare target
static float cnd(float d)
{
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f,
                a5 = 1.330274429f;
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228040143267793994605993438f * expf(-0.5f * d * d) *
              (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
    if (d > 0)
        c = 1.0f - c;
    return c;
}
#pragma omp end declare target
int main(void)
{
    int n = 1 << 23;
    float *S = malloc(4ul * n), *X = malloc(4ul * n), *T = malloc(4ul * n), *C = malloc(4ul * n),
          *P = malloc(4ul * n);
    for (int i = 0; i < n; i++) {
        S[i] = 5 + i % 25;
        X[i] = 1 + i % 99;
        T[i] = 0.25f + i % 10;
    }
    double t = 0;
    const float r = 0.02f, v = 0.3f;
#pragma omp target data map(to: S[0:n], X[0:n], T[0:n]) map(from: C[0:n], P[0:n])
    {
        for (int q = 0; q < 12; q++) {
            if (q == 2)
                t = now();
#pragma omp target teams distribute parallel for simd
            for (int i = 0; i < n; i++) {
                float st = sqrtf(T[i]);
                float d1 = (logf(S[i] / X[i]) + (r + 0.5f * v * v) * T[i]) / (v * st), d2 = d1 - v * st;
                float c1 = cnd(d1), c2 = cnd(d2), e = expf(-r * T[i]);
                C[i] = S[i] * c1 - X[i] * e * c2;
                P[i] = X[i] * e * (1.0f - c2) - S[i] * (1.0f - c1);
            }
        }
        t = now() - t;
    }
    double s = 0;
    for (int i = 0; i < n; i += 7)
        s += C[i] + P[i];
    result("blackscholes", t / 10, s);
}
