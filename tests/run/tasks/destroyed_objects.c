// host: skip (gcc 12 knows `destroy` without an argument only)
/* `destroy` of `depobj` names the object again (OpenMP 5.2, 15.9.4). */
#include "../test.h"

int main(void)
{
    int x = 0, y = 0;
    #pragma omp target parallel num_threads(2) map(tofrom: x, y)
    {
        #pragma omp single
        {
            omp_depend_t e, several[2];
            #pragma omp depobj(e) depend(inout: x)
            #pragma omp depobj(several[1]) depend(in: x)
            #pragma omp task depend(depobj: e)
            x = 7;
            #pragma omp depobj(e) update(in)
            #pragma omp task depend(depobj: e, several[1])
            y = x;
            #pragma omp taskwait
            #pragma omp depobj(e) destroy(e)
            #pragma omp depobj(several[1]) destroy(several[1])
            #pragma omp depobj(e) depend(out: y)
            #pragma omp task depend(depobj: e)
            y++;
            #pragma omp taskwait
            #pragma omp depobj(e) destroy
        }
    }
    CHECK(x == 7 && y == 8);
    return test_end();
}
