/* `requires atomic_default_mem_order`. */
#include "../test.h"
#pragma omp requires atomic_default_mem_order(acq_rel)

int main(void)
{
    int x = 0, y = 0, z = 0;
    #pragma omp target teams distribute parallel for map(tofrom: x, y, z)
    for (int i = 0; i < 500; i++) {
        int v;
        #pragma omp atomic
        x++;
        #pragma omp atomic capture
        v = y++;
        #pragma omp atomic read
        v = x;
        #pragma omp atomic relaxed
        z += v > 0;
    }
    CHECK(x == 500 && y == 500 && z == 500);
    return test_end();
}
