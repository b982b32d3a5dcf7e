// A detached task is complete when its event is fulfilled, not where its region ends.
#include <omp.h>
int main(void)
{
    int x = 0, y = 0;
#pragma omp target parallel num_threads(4) map(tofrom: x, y)
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out: x) shared(x)
        {
#pragma omp task shared(x) firstprivate(event)
            {
#ifdef ORDERED
                x = 1;
                omp_fulfill_event(event);
#else
                omp_fulfill_event(event);
                x = 1; // RACE
#endif
            }
        }
#pragma omp task depend(in: x) shared(x, y)
        y = x; // RACE
    }
    return 0;
}
