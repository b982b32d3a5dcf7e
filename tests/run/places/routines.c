/* Every omp_* routine that device code may call, from every kind of place: sequential code, regions of all
 * threads and of fewer, regions inside regions, functions that each of them calls. */
#include "../test.h"

#define ASK_ALL(right) \
    do { \
        int chunk; \
        omp_sched_t kind; \
        omp_lock_t lock; \
        omp_nest_lock_t nest; \
        int *memory = omp_alloc(4 * sizeof(int), omp_default_mem_alloc); \
        right &= memory != 0; \
        memory[3] = 7; \
        right &= memory[3] == 7; \
        omp_free(memory, omp_default_mem_alloc); \
        memory = omp_calloc(2, sizeof(int), omp_null_allocator); \
        right &= memory[0] == 0 && memory[1] == 0; \
        memory = omp_realloc(memory, 4 * sizeof(int), omp_null_allocator, omp_null_allocator); \
        right &= memory[1] == 0; \
        omp_free(memory, omp_null_allocator); \
        memory = omp_aligned_alloc(64, 64, omp_default_mem_alloc); \
        right &= (size_t)memory % 64 == 0; \
        omp_free(memory, omp_default_mem_alloc); \
        memory = omp_aligned_calloc(64, 2, 64, omp_default_mem_alloc); \
        right &= (size_t)memory % 64 == 0 && memory[31] == 0; \
        omp_free(memory, omp_default_mem_alloc); \
        omp_alloctrait_t traits[2] = {{omp_atk_fallback, omp_atv_null_fb}, {omp_atk_alignment, 256}}; \
        omp_allocator_handle_t own = omp_init_allocator(omp_default_mem_space, 2, traits); \
        memory = omp_alloc(4 * sizeof(int), own); \
        right &= own != omp_null_allocator && (size_t)memory % 256 == 0; \
        omp_free(memory, own); \
        omp_destroy_allocator(own); \
        right &= omp_get_thread_num() >= 0 && omp_get_thread_num() < omp_get_num_threads(); \
        right &= omp_get_num_threads() <= omp_get_thread_limit(); \
        right &= omp_get_max_threads() >= 1 && omp_get_num_procs() >= 1; \
        right &= omp_get_team_num() >= 0 && omp_get_team_num() < omp_get_num_teams(); \
        right &= omp_get_level() >= 0 && omp_get_active_level() <= omp_get_level(); \
        right &= !omp_in_parallel() == (omp_get_active_level() == 0); \
        right &= omp_get_ancestor_thread_num(0) == 0 && omp_get_team_size(0) == 1; \
        right &= omp_get_ancestor_thread_num(omp_get_level()) == omp_get_thread_num(); \
        right &= omp_get_team_size(omp_get_level()) == omp_get_num_threads(); \
        right &= omp_get_ancestor_thread_num(-1) == -1 && omp_get_team_size(omp_get_level() + 1) == -1; \
        right &= omp_get_max_active_levels() >= 1 && omp_get_supported_active_levels() >= 1; \
        right &= omp_get_max_teams() >= 0 && omp_get_teams_thread_limit() >= 0; \
        right &= omp_get_cancellation() == 0 && omp_in_final() == 0; \
        right &= omp_get_max_task_priority() >= 0 && omp_get_wtime() >= 0 && omp_get_wtick() > 0; \
        right &= omp_get_device_num() >= 0 && omp_is_initial_device() <= 1; \
        right &= omp_get_num_places() >= 0 && omp_get_partition_num_places() >= 0; \
        right &= omp_get_place_num() >= -1 && omp_get_proc_bind() >= 0; \
        omp_set_dynamic(0); \
        right &= omp_get_dynamic() == 0; \
        omp_set_max_active_levels(1); \
        omp_set_nested(0); \
        right &= omp_get_nested() == 0; \
        omp_set_schedule(omp_sched_dynamic, 3); \
        omp_get_schedule(&kind, &chunk); \
        right &= ((int)kind & 0x7fffffff) == omp_sched_dynamic && chunk == 3; \
        omp_set_num_threads(8); \
        omp_init_lock(&lock); \
        omp_set_lock(&lock); \
        omp_unset_lock(&lock); \
        right &= omp_test_lock(&lock) != 0; \
        omp_unset_lock(&lock); \
        omp_destroy_lock(&lock); \
        omp_init_nest_lock(&nest); \
        omp_set_nest_lock(&nest); \
        right &= omp_test_nest_lock(&nest) == 2; \
        omp_unset_nest_lock(&nest); \
        omp_unset_nest_lock(&nest); \
        omp_destroy_nest_lock(&nest); \
    } while (0)

#pragma omp declare target
static int ask(void)
{
    int right = 1;
    ASK_ALL(right);
    return right;
}
#pragma omp end declare target

int main(void)
{
    int wrong = 0;
    #pragma omp target map(tofrom: wrong)
    {
        int right = 1;
        ASK_ALL(right);
        wrong += !right;
    }
    #pragma omp target map(tofrom: wrong)
    {
        int right = ask();
        wrong += !right;
    }
    #pragma omp target parallel map(tofrom: wrong)
    {
        int right = 1;
        ASK_ALL(right);
        #pragma omp atomic
        wrong += !right;
    }
    #pragma omp target parallel num_threads(33) map(tofrom: wrong)
    {
        int right = ask();
        #pragma omp atomic
        wrong += !right;
    }
    #pragma omp target map(tofrom: wrong)
    {
        int right = 1;
        ASK_ALL(right);
        #pragma omp atomic
        wrong += !right;
        #pragma omp parallel
        {
            int mine = 1;
            ASK_ALL(mine);
            #pragma omp atomic
            wrong += !mine;
        }
        #pragma omp parallel num_threads(33)
        {
            int mine = 1;
            ASK_ALL(mine);
            #pragma omp atomic
            wrong += !mine;
            #pragma omp parallel num_threads(2)
            {
                int inner = 1;
                ASK_ALL(inner);
                #pragma omp atomic
                wrong += !inner;
            }
        }
    }
    #pragma omp target map(tofrom: wrong)
    {
        int right = ask();
        #pragma omp atomic
        wrong += !right;
        #pragma omp parallel num_threads(33)
        {
            int mine = ask();
            #pragma omp atomic
            wrong += !mine;
        }
        #pragma omp parallel
        {
            int mine = ask();
            #pragma omp atomic
            wrong += !mine;
        }
    }
    CHECK(wrong == 0);
    return test_end();
}
