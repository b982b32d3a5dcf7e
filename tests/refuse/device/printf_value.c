// expect: R4001 at 8
#include <stdio.h>
int main(void)
{
    int n = 0;
    #pragma omp target map(tofrom: n)
    {
        n = printf("%d\n", 5);
    }
    return n;
}
