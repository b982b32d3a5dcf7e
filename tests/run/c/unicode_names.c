/* Names beyond ASCII, in clauses too. */
#include "../test.h"

int main(void)
{
    int größe = 5, 表[4] = {1, 2, 3, 4}, Σ = 0;
    #pragma omp target map(tofrom: größe, 表[0:4])
    {
        größe += 表[2];
        表[0] = größe;
    }
    #pragma omp target teams distribute parallel for reduction(+: Σ) map(to: 表)
    for (int ñ = 0; ñ < 4; ñ++)
        Σ += 表[ñ];
    CHECK(größe == 8 && 表[0] == 8 && Σ == 17);
    return test_end();
}
