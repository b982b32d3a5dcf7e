/* Device queries on the host agree with each other. */
#include "../test.h"

int main(void)
{
    int devices = omp_get_num_devices();
    CHECK(omp_get_initial_device() == devices || omp_get_initial_device() < 0);
    CHECK(omp_is_initial_device());
    CHECK(omp_get_default_device() >= 0);
    CHECK(omp_get_num_teams() == 1 && omp_get_team_num() == 0);
    int number = -5;
    #pragma omp target map(from: number)
    number = omp_get_device_num();
    CHECK(number == (devices ? omp_get_default_device() : omp_get_initial_device()));
    return test_end();
}
