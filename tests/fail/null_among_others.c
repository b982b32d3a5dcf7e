// "null_among_others.c:10: error: " "through a null pointer" "q is a null pointer on the host"
#include <stdio.h>

int main(void)
{
    double p[4] = {0}, *q = NULL;

    #pragma omp target map(p) map(to: q[0:0])
    for (int i = 0; i < 4; i++)
        p[i] = q[i];
    printf("%g\n", p[0]);
    return 0;
}
