/* What regions print stands between what the host prints before and behind it. */
#include "../test.h"

#pragma omp declare target
static void say(int k)
{
    printf("region %d\n", k);
}
#pragma omp end declare target

static int a[8];

int main(void)
{
    #pragma omp target data map(tofrom: a)
    for (int k = 0; k < 3; k++) {
        printf("before %d\n", k);
        fflush(stdout);
        #pragma omp target
        a[0]++;
        #pragma omp target firstprivate(k)
        {
            a[1]++;
            say(k);
        }
        printf("behind %d\n", k);
        fflush(stdout);
        #pragma omp target
        a[2]++;
    }
    CHECK(a[0] == 3 && a[1] == 3 && a[2] == 3);
    return test_end();
}
