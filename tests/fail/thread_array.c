// "the array `large` of variable length needs 800000 bytes" "ROMP_TEAM_ARENA=" "thread_array.c:8"
#include <stdio.h>

int main(void)
{
    int n = 1000, sum = 0;
    double *nothing = 0;
    #pragma omp target parallel num_threads(4) map(tofrom: sum)
    {
        int k = n * 100 + sum;
        double large[k];
        large[k - 1] = 1;
        #pragma omp atomic
        sum += (int)large[k - 1];
    }
    printf("%d %d\n", sum, nothing == 0);
    return 0;
}
