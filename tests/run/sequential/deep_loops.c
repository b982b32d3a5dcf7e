// Costs multiply in nested loops: eighteen of them around a region are more than 64 bits count.
#include "../test.h"

#define LOOP(i) for (int i = 0; i < n; i++)

int main(void)
{
    int n = 1, sum = 0, seen[64] = {0};
#pragma omp target map(tofrom : sum, seen) firstprivate(n)
    {
        int steps = 0;
        LOOP(a) LOOP(b) LOOP(c) LOOP(d) LOOP(e) LOOP(f) LOOP(g) LOOP(h) LOOP(i)
        LOOP(j) LOOP(k) LOOP(l) LOOP(m) LOOP(o) LOOP(p) LOOP(q) LOOP(r) LOOP(s)
        {
            steps++;
#pragma omp parallel for
            for (int t = 0; t < 64; t++)
                seen[t] += steps + a + s;
        }
        sum = steps;
    }
    CHECK(sum == 1);
    for (int t = 0; t < 64; t++)
        CHECK(seen[t] == 1);
    return test_end();
}
