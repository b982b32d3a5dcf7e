// host: skip (libgomp 12 declares the routines, and has them not)
/* Locks that are initialised with a hint, on the host and on the device. */
#include "../test.h"

int main(void)
{
    int c = 0, depth = 0;
    omp_lock_t outside;
    omp_nest_lock_t nest;
    omp_init_lock_with_hint(&outside, omp_sync_hint_contended);
    omp_init_nest_lock_with_hint(&nest, omp_sync_hint_none);
    #pragma omp target map(tofrom: c, depth, outside, nest)
    {
        omp_lock_t l;
        omp_nest_lock_t own;
        omp_init_lock_with_hint(&l, omp_sync_hint_uncontended | omp_sync_hint_speculative);
        omp_init_nest_lock_with_hint(&own, omp_sync_hint_contended);
        #pragma omp parallel num_threads(33)
        {
            omp_set_lock(&l);
            omp_set_lock(&outside);
            c++;
            omp_unset_lock(&outside);
            omp_unset_lock(&l);
        }
        omp_set_nest_lock(&own);
        depth = omp_test_nest_lock(&own) + omp_test_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&own);
        omp_unset_nest_lock(&own);
        omp_destroy_nest_lock(&own);
        omp_destroy_lock(&l);
    }
    CHECK((on_device() ? c == 33 : c >= 1) && depth == 3);
    CHECK(omp_test_lock(&outside) && omp_test_nest_lock(&nest) == 1);
    omp_unset_lock(&outside);
    omp_destroy_lock(&outside);
    omp_unset_nest_lock(&nest);
    omp_destroy_nest_lock(&nest);
    return test_end();
}
