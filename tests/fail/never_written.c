// "never_written.c:14: error: " "reads 8 bytes of b[0:n] that nobody has written" "b[0:n] (80 bytes) was mapped at never_written.c:11" "map(to:) and map(tofrom:) do"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 10;
    double *b = calloc(n, sizeof *b), sum = 0;
    for (int i = 0; i < n; i++)
        b[i] = i;
#pragma omp target map(from: b[0:n]) map(tofrom: sum)
    for (int i = 0; i < n; i++) {
        b[0] = 1;
        sum += b[i];
    }
    printf("survived %g\n", sum);
    return 0;
}
