#include "../../test.h"
#include "sizes.h"

#define STEP 7

int main(void)
{
    static int field[AREA], expected[AREA];
    sweep(field, 4);
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++)
            expected[AT(r, c)] += 3 * HALO * 4;
    for (int i = PADDED; i < AREA - PADDED; i++)
        expected[i] += 5 << HALO;
    for (int i = 0; i < AREA; i++)
        CHECK(field[i] == expected[i]);
    CHECK(side_of_sweep() == SIDE);
    int last = 0;
    #pragma omp target teams distribute parallel for num_threads(SIDE) reduction(+: last) map(to: field[0:AREA])
    for (int i = 0; i < AREA; i++)
        last += field[i] * STEP - HALO;
    int sum = 0;
    for (int i = 0; i < AREA; i++)
        sum += field[i] * STEP - HALO;
    CHECK(last == sum);
    printf("%d\n", last);
    return test_end();
}
