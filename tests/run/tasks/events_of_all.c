// Every thread of the largest team has a task with an event, and another task that fulfills it.
#include "../test.h"
#include <omp.h>

int main(void)
{
    int tasks = 0, threads = 0;
#pragma omp target map(tofrom : tasks, threads)
#pragma omp parallel
    {
        omp_event_handle_t event;
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp task detach(event)
        {
#pragma omp atomic
            tasks++;
        }
#pragma omp task
        omp_fulfill_event(event);
    }
    CHECK(threads > 0);
    CHECK(tasks == threads);

    for (int size = 1; size <= 1024; size *= 32) {
        tasks = threads = 0;
#pragma omp target map(tofrom : tasks, threads) thread_limit(1024)
#pragma omp parallel num_threads(size)
        {
            omp_event_handle_t event;
#pragma omp single
            threads = omp_get_num_threads();
#pragma omp task detach(event)
            {
#pragma omp atomic
                tasks++;
            }
#pragma omp task
            omp_fulfill_event(event);
        }
        CHECK(tasks == threads);
    }
    return test_end();
}
