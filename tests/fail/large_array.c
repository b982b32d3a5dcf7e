// "stack overflow" "large_array.c:8" "stack of 256 KB" "ROMP_STACK=1M"
#include <stdio.h>

int main(void)
{
    int sum = 0;

    #pragma omp target parallel reduction(+: sum) num_threads(2)
    {
        volatile int large[100000];
        for (int i = 0; i < 100000; i += 50000)
            large[i] = i;
        sum += large[50000];
    }
    printf("survived %d\n", sum);
    return 0;
}
