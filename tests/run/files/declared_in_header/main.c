#include "../../test.h"
#include "shared.h"

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };

#pragma omp target teams distribute parallel for
    for (int i = 0; i < 4; i++)
        a[i] = moved(a[i]);
    offset = 50;
#pragma omp target update to(offset)
#pragma omp target
    a[0] = moved(a[0]);
    CHECK(a[0] == 56 && a[3] == 9);
    printf("%d %d\n", a[0], a[3]);
    return test_end();
}
