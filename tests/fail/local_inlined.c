// "local_inlined.c:24: error: " "reads 4 bytes of the local variable w, whose scope has ended"
#include <stdio.h>

#pragma omp begin declare target
// Inlined, so that the variable's place belongs to a frame that goes on.
static inline __attribute__((always_inline)) int *first(int n)
{
    int w[4];
    for (int i = 0; i < 4; i++)
        w[i] = i * n;
    int *p = w;
    for (int i = 0; i < n; i++)
        p = w + (p - w + 1) % 4;
    return p;
}
#pragma omp end declare target

int main(void)
{
    int s = 0, n = 3;
#pragma omp target map(tofrom: s)
    {
        int *p = first(n);
        s = *p;
    }
    printf("survived %d\n", s);
}
