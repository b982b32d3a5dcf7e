// "no memory is left for a task with an event: ROMP_TASKS=bytes" "events_without_end.c:9"
/* A task that waits for its event needs its memory until then. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int done = 0;
    #pragma omp target parallel num_threads(33) map(tofrom: done)
    #pragma omp single
    {
        omp_event_handle_t events[9000];
        for (int i = 0; i < 9000; i++) {
            omp_event_handle_t event;
            #pragma omp task detach(event) shared(done)
            {
                #pragma omp atomic
                done++;
            }
            events[i] = event;
        }
        for (int i = 0; i < 9000; i++)
            omp_fulfill_event(events[i]);
    }
    puts("survived");
    return done != 9000;
}
