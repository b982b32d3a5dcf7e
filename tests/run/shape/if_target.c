/* if(target: ...) false runs the region on the host, with the host's data. */
#include "../test.h"

int main(void)
{
    for (int offload = 0; offload < 2; offload++) {
        int where = -1, a[100];
        #pragma omp target if(target: offload) map(from: where)
        where = omp_is_initial_device();
        if (!offload)
            CHECK(where == 1);
        else if (getenv("ROMP_EXPECT_DEVICE"))
            CHECK(where == 0);

        #pragma omp target teams distribute parallel for if(target: offload > 0) map(from: a)
        for (int i = 0; i < 100; i++)
            a[i] = i + offload;
        #pragma omp target teams distribute parallel for if(offload) map(tofrom: a)
        for (int i = 0; i < 100; i++)
            a[i] += 1;
        for (int i = 0; i < 100; i++)
            CHECK(a[i] == i + offload + 1);
    }
    return test_end();
}
