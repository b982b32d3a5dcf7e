/* taskloop with copies of arrays, of variable length too, that its iterations write. */
#include "../test.h"

int main(void)
{
    enum { trips = 40 };
    int n = 7, found[trips];
    for (int threads = 1; threads < 40; threads += 31) {
        for (int i = 0; i < trips; i++)
            found[i] = -1;
        int kept = 0;
        #pragma omp target map(tofrom: found, kept)
        {
            int v[n], w[3] = {1, 2, 3};
            for (int i = 0; i < n; i++)
                v[i] = i;
            #pragma omp parallel num_threads(threads)
            #pragma omp single
            {
                #pragma omp taskloop firstprivate(v)
                for (int i = 0; i < trips; i++) {
                    for (int k = 0; k < n; k++)
                        v[k] = i + k;
                    found[i] = v[i % n];
                }
                #pragma omp taskloop firstprivate(w)
                for (int i = 0; i < trips; i++) {
                    w[0] = i;
                    found[i] += w[0] + w[1] + w[2];
                }
                #pragma omp taskloop firstprivate(v) num_tasks(5)
                for (int i = 0; i < trips; i++)
                    found[i] += v[i % n];
                #pragma omp taskloop private(v)
                for (int i = 0; i < trips; i++) {
                    v[0] = i;
                    found[i] -= v[0];
                }
            }
            for (int i = 0; i < n; i++)
                kept += v[i] == i;
            kept += w[0];
        }
        CHECK(kept == n + 1);
        for (int i = 0; i < trips; i++)
            CHECK(found[i] == i + i % n + i + 5 + i % n - i);
    }
    return test_end();
}
