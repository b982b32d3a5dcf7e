// expect: R4001 at 4
/* Two arrays that are one by their symbol: device code would have two. */
double grid[16] __asm__("the_grid");
extern double cells[16] __asm__("the_" "grid");

void f(void)
{
    #pragma omp target map(to: grid) map(from: cells)
    for (int i = 0; i < 16; i++)
        cells[i] = 2 * grid[15 - i];
}
