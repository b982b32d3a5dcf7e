/* omp_lock_t: initialised on the host or on the device; mapped, local to a team, or a global. */
#include "../test.h"

#define N 132

#pragma omp declare target
omp_lock_t everyones;
int under_everyones;
#pragma omp end declare target

int main(void)
{
    omp_lock_t lock, several[4];
    omp_init_lock(&lock);
    for (int i = 0; i < 4; i++)
        omp_init_lock(&several[i]);
    int sum = 0, parts[4] = {0}, tried = 0, refused = 0;
    #pragma omp target teams distribute parallel for num_teams(4) thread_limit(33) \
        map(tofrom: lock, several, sum, parts, tried, refused)
    for (int i = 0; i < N; i++) {
        omp_set_lock(&lock);
        sum = sum + i;
        omp_unset_lock(&lock);
        omp_set_lock(&several[i % 4]);
        parts[i % 4]++;
        omp_unset_lock(&several[i % 4]);
        while (!omp_test_lock(&lock)) {
            #pragma omp atomic
            refused++;
        }
        tried++;
        omp_unset_lock(&lock);
    }
    CHECK(sum == N * (N - 1) / 2 && tried == N && refused >= 0);
    for (int i = 0; i < 4; i++) {
        CHECK(parts[i] == N / 4);
        omp_destroy_lock(&several[i]);
    }
    /* It is free again, for the host as well. */
    CHECK(omp_test_lock(&lock));
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);

    int teams_right = 0, held = 0;
    #pragma omp target map(tofrom: held)
    {
        omp_init_lock(&everyones);
        omp_set_lock(&everyones);
        held = !omp_test_lock(&everyones);
        omp_unset_lock(&everyones);
    }
    CHECK(held == 1);
    #pragma omp target teams distribute num_teams(4) thread_limit(33) map(tofrom: teams_right)
    for (int t = 0; t < 4; t++) {
        omp_lock_t of_team;
        int count = 0, wanted = 0;
        omp_init_lock(&of_team);
        #pragma omp parallel num_threads(33)
        {
            omp_set_lock(&of_team);
            count++;
            wanted = omp_get_num_threads();
            omp_unset_lock(&of_team);
            omp_set_lock(&everyones);
            under_everyones++;
            omp_unset_lock(&everyones);
        }
        omp_destroy_lock(&of_team);
        if (count == wanted) {
            #pragma omp atomic
            teams_right++;
        }
    }
    CHECK(teams_right == 4);
    #pragma omp target
    omp_destroy_lock(&everyones);
    #pragma omp target update from(under_everyones)
    CHECK(under_everyones >= 4);
    return test_end();
}
