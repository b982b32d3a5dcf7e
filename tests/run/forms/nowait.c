/* nowait, followed by taskwait before the result is read. */
#include "../test.h"

int main(void)
{
    int a[1000];

    #pragma omp target teams distribute parallel for map(from: a) nowait
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    #pragma omp taskwait

    for (int i = 0; i < 1000; i++)
        CHECK(a[i] == i);
    return test_end();
}
