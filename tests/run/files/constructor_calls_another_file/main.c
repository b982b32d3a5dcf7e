#include "../../test.h"
#include <omp.h>

static int value, where = -1;

void early(void)
{
    int x = 1, host = -1;
    #pragma omp target map(tofrom: x) map(from: host)
    {
        x++;
        host = omp_is_initial_device();
    }
    value = x;
    where = host;
}

int main(void)
{
    int host = -1;
    #pragma omp target map(from: host)
    host = omp_is_initial_device();
    CHECK(value == 2);
    CHECK(where == host);
    return test_end();
}
