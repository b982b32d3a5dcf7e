// expect: R6001 at 7
#include <omp.h>
#pragma omp declare target
static void bump(int *a)
{
    omp_event_handle_t event;
    #pragma omp task detach(event)
    a[0] += 1;
}
#pragma omp end declare target
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        bump(a);
}
