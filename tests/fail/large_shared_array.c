// "large_shared_array.c:12: error: " "writes 8 bytes just before the team's variable b"
#include <stdio.h>

/* More than shared memory holds: in the memory that the launch brings for each team. */
int main(int argc, char **argv)
{
    double r = 0;
#pragma omp target map(tofrom: r)
    {
        double a[40000], b[40000];
#pragma omp parallel for
        for (int i = -argc; i < 40000; i++) { b[i] = i; if (i >= 0) a[i] = i; }
        r = a[7] + b[8];
    }
    printf("survived %g\n", r);
    return 0;
}
