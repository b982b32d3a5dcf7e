/* declare target link: the variable is reachable while it is mapped. */
#include "../test.h"

int table[100];
#pragma omp declare target link(table)

#pragma omp declare target
static int look(int i)
{
    return table[i] + 1;
}
#pragma omp end declare target

int main(void)
{
    int out[100];
    for (int i = 0; i < 100; i++)
        table[i] = i * i;
    #pragma omp target teams distribute parallel for map(to: table) map(from: out)
    for (int i = 0; i < 100; i++)
        out[i] = look(i);
    for (int i = 0; i < 100; i++)
        CHECK(out[i] == i * i + 1);

    #pragma omp target data map(tofrom: table)
    {
        #pragma omp target
        table[7] = look(8);
    }
    CHECK(table[7] == 65);
    printf("%d\n", table[7]);
    return test_end();
}
