// host: skip
/* Routines and `atomic` directly within `teams`, which gcc refuses; on the device and in the host version. */
#include "../test.h"

#define COUNT(x) _Pragma("omp atomic") x++

int main(void)
{
    for (int device = 0; device < 2; device++) {
        int n = 0, m = 0, limit = 0, host = -1, level = -1, hits[8] = { 0 };
        double time = -1;
        double _Complex c = 0;
        #pragma omp target teams num_teams(4) if(target: device) map(tofrom: n, m, c, limit, host, level, time, hits)
        {
            int mine;
            #pragma omp atomic capture
            mine = n++;
            hits[mine]++;
            COUNT(m);
            if (omp_get_team_num() == 0) {
                limit = omp_get_thread_limit();
                host = omp_is_initial_device();
                level = omp_get_level() + omp_get_thread_num() + !(omp_get_max_threads() > 0);
                time = omp_get_wtime();
                #pragma omp atomic write
                hits[7] = omp_get_num_teams();
            }
            #pragma omp atomic
            c += 1;
        }
        CHECK(n >= 1 && n <= 4 && m == n && hits[7] == n && c == n);
        for (int i = 0; i < n; i++)
            CHECK(hits[i] == 1);
        CHECK(limit >= 1 && level == 0 && time >= 0);
        CHECK(host == !(device && on_device()));
    }
    int total = 0;
    #pragma omp target map(tofrom: total)
    #pragma omp teams num_teams(3) reduction(+: total)
    {
        int inner = 0;
        #pragma omp parallel num_threads(8)
        {
            #pragma omp atomic
            inner++;
        }
        if (omp_in_parallel() == 0)
            total += inner > 0;
    }
    CHECK(total >= 1 && total <= 3);
    return test_end();
}
