/* Clauses may be separated by commas; map lists hold several sections. */
#include "../test.h"

int main(void)
{
    enum { n = 64 };
    int a[n], b[n], c[n], t = 0;
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 2 * i;
    #pragma omp target teams distribute parallel for map(to: a[0:n], b[:n]), map(from: c), private(t), num_teams(2)
    for (int i = 0; i < n; i++) {
        t = a[i] + b[i];
        c[i] = t;
    }
    for (int i = 0; i < n; i++)
        CHECK(c[i] == 3 * i);
    CHECK(t == 0);
    return test_end();
}
