// host: skip
// `atomic` on complex integers, also where their address is no multiple of their size.
#include "../test.h"

static void updates(void)
{
    _Complex int z = 0;
    _Complex long sum = 0, old = 0;
    _Complex char small[3] = { 0 };
    struct { int before; _Complex int z; float _Complex f; } odd = { 0 };
    #pragma omp target parallel for map(tofrom: z, sum, small, odd) num_threads(40)
    for (int i = 0; i < 40; i++) {
        #pragma omp atomic
        z += 1 + 2i;
        #pragma omp atomic
        sum += 3i;
        #pragma omp atomic
        small[i % 3] += 1;
        #pragma omp atomic
        odd.z -= 1i;
        #pragma omp atomic
        odd.f += 1.0fi;
    }
    CHECK(z == 40 + 80i && sum == 120i);
    CHECK(small[0] == 14 && small[1] == 13 && small[2] == 13);
    CHECK(odd.z == -40i && odd.f == 40.0fi);
    #pragma omp target map(tofrom: sum) map(from: old)
    {
        #pragma omp atomic capture
        { old = sum; sum = 5; }
    }
    CHECK(old == 120i && sum == 5);
}

int main(void)
{
    updates();
    return test_end();
}
