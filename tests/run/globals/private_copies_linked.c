// host: skip
/* Copies of declare target link variables, and of structures with a mapper. */
#include "../test.h"
int linked = 5;
#pragma omp declare target link(linked)
typedef struct { int n; double *d; } vec;
#pragma omp declare mapper(vec v) map(v, v.d[0:v.n])
#pragma omp declare target
vec v;
int hidden = 3;
#pragma omp end declare target
int main(void)
{
    double two[2] = { 1, 2 }, seen = 0;
    #pragma omp parallel firstprivate(linked) private(v, hidden) num_threads(1)
    {
        linked = 7;
        hidden = 8;
        v = (vec){ 2, two };
        #pragma omp target map(from: seen)
        seen = linked + v.d[1] + hidden;
        CHECK(seen == 17);
        #pragma omp target map(tofrom: linked, hidden)
        {
            linked++;
            hidden++;
        }
        CHECK(linked == 8 && hidden == 9);
    }
    CHECK(linked == 5 && hidden == 3);
    return test_end();
}
