/* A header with regions, included by two files. */
#include "../../test.h"
#include "kernels.h"

void halve(double *p, int n);

int main(void)
{
    double a[90];
    for (int i = 0; i < 90; i++)
        a[i] = i;
    scale(a, 90, 4);
    shift(a, 90, 2);
    halve(a, 90);
    for (int i = 0; i < 90; i++)
        CHECK(a[i] == 2 * i + 1);
    printf("%g\n", a[89]);
    return test_end();
}
