// expect: R4001 at 5
/* A label that is another variable's name. */
#pragma omp begin declare target
int counts[4];
extern int totals[4] __asm__("counts");
#pragma omp end declare target

void f(void)
{
    #pragma omp target
    totals[0] = counts[0] + 1;
}
