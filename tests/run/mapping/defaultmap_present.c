// host: skip
/* `defaultmap(present)`: what is not named has to be on the device. */
#include "../test.h"

#define N 64

static int missing(void)
{
    int a[N], s = 4;
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma omp target enter data map(to: a, s)
    #pragma omp target defaultmap(present: aggregate) defaultmap(present: scalar)
    for (int i = 0; i < N; i++)
        a[i] += s;
    s = 0;
    #pragma omp target exit data map(from: a) map(delete: s)
    int right = 1;
    for (int i = 0; i < N; i++)
        right &= a[i] == i + 4;
    return right;
}

int main(void)
{
    struct {
        int x, y[4];
    } st = {1, {1, 2, 3, 4}};
    int a[N], s = 4;
    double *p = malloc(N * sizeof *p);
    for (int i = 0; i < N; i++)
        a[i] = i, p[i] = i;
    #pragma omp target enter data map(to: a, s, st, p) map(to: p[:N])
    #pragma omp target defaultmap(present)
    {
        a[0] = s + st.y[3];
        p[0] = a[1];
    }
    #pragma omp target exit data map(from: a) map(from: p[:N]) map(delete: s, st, p)
    CHECK(a[0] == 8 && p[0] == 1);
    CHECK(missing());
    free(p);
    return test_end();
}
