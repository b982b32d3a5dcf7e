// host: skip
/* A pointer variable and what it points at are mapped by one construct, in either order. */
#include "../test.h"


int main(void)
{
    int a[16] = { 0 }, *p = a;
    struct pair { int x, y; } s = { 1, 2 }, *q = &s;
    #pragma omp target map(tofrom: p[0:16]) map(tofrom: p)
    p[2] = 22;
    #pragma omp target map(tofrom: p) map(tofrom: p[0:16])
    p[3] = 33;
    #pragma omp target map(tofrom: q->x) map(to: q)
    q->x = 5;
    #pragma omp target data map(tofrom: p[0:8]) map(tofrom: p)
    {
        #pragma omp target
        p[4] = 44;
        #pragma omp target map(tofrom: p)
        p[5] = 55;
    }
    #pragma omp target teams distribute parallel for map(p, p[:16])
    for (int i = 6; i < 16; i++)
        p[i] = i;
    CHECK(p == a && q == &s && s.x == 5 && s.y == 2);
    CHECK(a[2] == 22 && a[3] == 33 && a[4] == 44 && a[5] == 55 && a[6] == 6 && a[15] == 15);
    return test_end();
}
