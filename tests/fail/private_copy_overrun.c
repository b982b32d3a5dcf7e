// "past the end of the local variable a" "a has 40 bytes"
#include <stdio.h>

int main(void)
{
    int k = 10, s = 0, a[10] = {0};
    #pragma omp target parallel for firstprivate(a) reduction(+: s) num_threads(4)
    for (int i = 0; i < 4; i++)
        s += a[i + k];
    printf("survived %d\n", s);
    return 0;
}
