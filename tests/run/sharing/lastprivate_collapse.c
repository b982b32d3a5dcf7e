/* lastprivate under collapse, and firstprivate with lastprivate. */
#include "../test.h"

int main(void)
{
    int x = -1, y = 100;

    #pragma omp target teams distribute parallel for collapse(2) lastprivate(x) map(tofrom: x)
    for (int i = 0; i < 13; i++)
        for (int j = 17; j > 0; j -= 3)
            x = i * 100 + j;
    CHECK(x == 1202);

    #pragma omp target parallel for firstprivate(y) lastprivate(y) map(tofrom: y)
    for (int i = 0; i < 50; i++)
        if (i == 49)
            y = y + i;
    CHECK(y == 149);
    printf("%d %d\n", x, y);
    return test_end();
}
