/* A section behind a member of a structure that the program maps by its name: releasing the section
   alone leaves the structure, however the two came. */
#include "../test.h"
#include <stdlib.h>

struct box { int a; double *p; };

int main(void)
{
    struct box s = {1, malloc(8 * sizeof(double))};
    #pragma omp target enter data map(to: s) map(to: s.p[0:8])
    #pragma omp target map(tofrom: s)
    s.a++;
    #pragma omp target exit data map(from: s.p[0:8])
    #pragma omp target exit data map(from: s)
    CHECK(s.a == 2);

    struct box t = {1, malloc(8 * sizeof(double))};
    #pragma omp target enter data map(to: t)
    #pragma omp target enter data map(to: t.p[0:8])
    #pragma omp target map(tofrom: t)
    {
        t.a++;
        t.p[3] = 5;
    }
    #pragma omp target exit data map(from: t.p[0:8])
    #pragma omp target exit data map(from: t)
    CHECK(t.a == 2 && t.p[3] == 5);

    struct box u = {1, malloc(8 * sizeof(double))};
    #pragma omp target enter data map(to: u.p[0:8])
    #pragma omp target
    u.p[2] = 7;
    #pragma omp target exit data map(from: u.p[0:8])
    CHECK(u.p[2] == 7);
    free(s.p);
    free(t.p);
    free(u.p);
    return test_end();
}
