#include "../test.h"
/* A byte order mark, and lines that end as on Windows. код */
#define N 10

int main(void)
{
    int a[N];
    #pragma omp target \
        map(from: a) // é
    for (int i = 0; i < N; i++)
        a[i] = __LINE__ + i;
    CHECK(a[3] == 14 && __LINE__ == 12);
    return test_end();
}
