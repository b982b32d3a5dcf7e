#include "../test.h"

int main(void)
{
    enum { n = 777 };
    long a[n];

    #pragma omp target teams distribute map(from: a)
    for (int i = 0; i < n; i++)
        a[i] = (long)i * i;

    #pragma omp target teams distribute num_teams(7) map(tofrom: a)
    for (int i = 0; i < n; i++)
        a[i] -= i;

    for (int i = 0; i < n; i++)
        CHECK(a[i] == (long)i * i - i);
    printf("%ld\n", a[n - 1]);
    return test_end();
}
