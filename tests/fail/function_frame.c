// "function_frame.c:9: error: " "reads 4 bytes just past the end of the team's variable local" "it has 64 bytes"
#include <stdio.h>

#pragma omp declare target
int sum_of(int n, int m)
{
    int local[16] = {n}, sum = 0;
#pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < m; i++) sum += local[i];
    return sum;
}
#pragma omp end declare target

int main(int argc, char **argv)
{
    int r = 0;
    /* A frame is laid anew in each call, and what it had around is free behind it. */
#pragma omp target map(tofrom: r)
    for (int i = 0; i < 3; i++)
        r += sum_of(i, i < 2 ? 16 : 16 + argc);
    printf("survived %d\n", r);
    return 0;
}
