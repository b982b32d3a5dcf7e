// Each element has a lock, and some threads take that of the next one.
#include <omp.h>
#ifdef ORDERED
#define OFF 0
#else
#define OFF 1
#endif
#pragma omp declare target
static omp_lock_t locks[8];
#pragma omp end declare target
int main(void)
{
    int bins[8] = { 0 };
#pragma omp target map(tofrom: bins)
    {
        for (int i = 0; i < 8; i++)
            omp_init_lock(&locks[i]);
#pragma omp parallel num_threads(16)
        {
            const int me = omp_get_thread_num(), mine = me % 8;
            omp_lock_t *const lock = &locks[me < 8 ? mine : (mine + OFF) % 8];
            omp_set_lock(lock);
            bins[mine]++; // RACE
            omp_unset_lock(lock);
        }
        for (int i = 0; i < 8; i++)
            omp_destroy_lock(&locks[i]);
    }
    return bins[0] > 2;
}
