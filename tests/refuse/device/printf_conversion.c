// expect: R4001 at 8
#include <stdio.h>
int main(void)
{
    int n = 0;
    #pragma omp target map(tofrom: n)
    {
        printf("%d%n\n", 5, &n);
    }
    return n;
}
