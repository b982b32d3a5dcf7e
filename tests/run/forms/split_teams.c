/* The same constructs written one inside the other, with nothing between them. */
#include "../test.h"

int main(void)
{
    enum { n = 2000 };
    int a[n], b[n], c[n];

    #pragma omp target map(from: a)
    #pragma omp teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] = i + 1;

    #pragma omp target map(from: b)
    {
        #pragma omp teams
        {
            #pragma omp distribute parallel for
            for (int i = 0; i < n; i++)
                b[i] = i + 2;
        }
    }

    #pragma omp target teams map(from: c) num_teams(4)
    #pragma omp distribute
    for (int i = 0; i < n; i++)
        c[i] = i + 3;

    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 1 && b[i] == i + 2 && c[i] == i + 3);
    printf("%d %d %d\n", a[n - 1], b[n - 1], c[n - 1]);
    return test_end();
}
