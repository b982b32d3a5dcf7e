/* A declare target pointer, attached by mapping its section. */
#include "../test.h"

#pragma omp declare target
int *shared_data;
int shared_count;
static int nth(int i)
{
    return i < shared_count ? shared_data[i] : -1;
}
#pragma omp end declare target

int main(void)
{
    int out[40];
    shared_count = 30;
    shared_data = malloc(30 * sizeof(int));
    for (int i = 0; i < 30; i++)
        shared_data[i] = i * 5;
    #pragma omp target update to(shared_count)
    #pragma omp target enter data map(to: shared_data[0:30])

    #pragma omp target teams distribute parallel for map(from: out)
    for (int i = 0; i < 40; i++)
        out[i] = nth(i);
    #pragma omp target exit data map(delete: shared_data[0:30])
    for (int i = 0; i < 40; i++)
        CHECK(out[i] == (i < 30 ? i * 5 : -1));
    printf("%d %d\n", out[29], out[39]);
    free(shared_data);
    return test_end();
}
