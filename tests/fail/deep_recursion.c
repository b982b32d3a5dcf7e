// "stack overflow" "deep_recursion.c:15" "ROMP_STACK="
#include <stdio.h>

#pragma omp declare target
int deep(int n)
{
    volatile int frame[100];
    frame[n % 100] = n;
    return n == 0 ? 0 : deep(n - 1) + frame[n % 100];
}
#pragma omp end declare target
int main(void)
{
    int sum = 0;
    #pragma omp target parallel for reduction(+: sum) num_threads(2)
    for (int i = 0; i < 2; i++) {
        sum += deep(10000000 + i);
    }
    printf("survived %d\n", sum);
    return 0;
}
