#include <stdio.h>
#define NX 64
#define NY 32

#pragma omp declare target
static double square(double x)
{
    return x * x;
}
#pragma omp end declare target

static double grid[NX * NY], next[NX * NY];

void fill(double value)
{
    #pragma omp target teams distribute parallel for map(from: grid)
    for (int i = 0; i < NX * NY; i++)
        grid[i] = value + i % 7;
    #pragma omp target teams distribute parallel for map(from: next)
    for (int i = 0; i < NX * NY; i++)
        next[i] = 0;
}

void step(void)
{
    #pragma omp target teams distribute parallel for map(to: grid) map(tofrom: next)
    for (int i = 1; i < NX * NY - 1; i++)
        next[i] = 0.5 * (grid[i - 1] + grid[i + 1]);
}

double total(int n)
{
    double sum = 0;
    #pragma omp target map(to: next) map(tofrom: sum)
    {
        double all = 0;
        #pragma omp parallel for reduction(+: all)
        for (int i = 0; i < n; i++)
            all += square(next[i]);
        sum = all;
    }
    return sum;
}

int main(void)
{
    fill(1);
    step();
    printf("%.1f\n", total(NX * NY));
    return 0;
}
