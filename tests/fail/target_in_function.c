// "target_in_function.c:9: a target region reaches this `target update`" "kernel main_1"
#include <stdio.h>

#pragma omp declare target
int work(int n, int *x)
{
    if (n > 3) {
        x[0] = n;
#pragma omp target update to(x[0:n])
    }
    return x[0];
}
#pragma omp end declare target

int main(void)
{
    int x[4] = {1, 2, 3, 4}, y = 0;
#pragma omp target map(tofrom: y, x)
    y = work(4, x);
    printf("survived %d\n", y);
}
