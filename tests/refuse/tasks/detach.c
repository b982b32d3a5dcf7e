// expect: R6024 at 8
#include <omp.h>
void f(int n, int *a)
{
    #pragma omp target map(tofrom: a[0:n])
    {
        omp_event_handle_t event;
        #pragma omp task detach(event)
        a[0] = n;
    }
}
