// "others_variable.c:17: error: " "reads 4 bytes of another thread's variable" "in the region of others_variable.c:9"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    int *from[2];
    /* The address of a thread's own variable is of no use to another thread. */
#pragma omp target parallel num_threads(2) map(tofrom: sum) map(alloc: from)
    {
        int own[2] = {1, 2};
#pragma omp single
        from[0] = from[1] = own;
#pragma omp barrier
#pragma omp atomic
        sum += own[1];
        sum += from[0] == own ? 0 : from[0][1];
    }
    printf("survived %d\n", sum);
    return 0;
}
