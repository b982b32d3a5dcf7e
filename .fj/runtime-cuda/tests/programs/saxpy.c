/* The smallest translated program: one region, with its host version. */
#include "romp.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 100000;
    float a = 2;
    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++) {
        x[i] = i % 7;
        y[i] = 1;
    }
    for (int round = 0; round < 2; round++)
        ROMP_TARGET("saxpy.c:17", saxpy_1, romp_block(256), romp_iterations(n), romp_value(n), romp_value(a),
                    romp_to(x, 0, n), romp_tofrom(y, 0, n)) {
            puts("on the host");
            for (int i = 0; i < n; i++)
                y[i] += a * x[i];
        }
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += y[i] != 1 + 4.f * (i % 7);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
