#include <stdio.h>

int add(int n, double *x);

int main(void)
{
    double x[2] = {1, 1};
    int device = add(2, x);
    printf("%d %g\n", device, x[1]);
    return 0;
}
