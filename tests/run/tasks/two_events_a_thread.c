// Each of a large team's threads makes two tasks with events and one that fulfills the last: none can run at once where
// memory is short.
#include "../test.h"

int main(void)
{
    int first = 0, second = 0, third = 0, threads = 0;
#pragma omp target map(tofrom : first, second, third, threads)
#pragma omp parallel num_threads(1024)
    {
        omp_event_handle_t one, two;
#pragma omp taskgroup
        {
#pragma omp single
            threads = omp_get_num_threads();
#pragma omp task detach(one) untied
#pragma omp atomic update
            first++;
#pragma omp task detach(two) untied
            {
#pragma omp atomic update
                second++;
                omp_fulfill_event(one);
            }
#pragma omp task untied
            {
#pragma omp atomic update
                third++;
                omp_fulfill_event(two);
            }
        }
    }
    CHECK(threads > 0 && first == threads && second == threads && third == threads);
    return test_end();
}
