/* Pathfinder: random costs from 0 to 9, as in the original, from a fixed seed. */
#include "pathfinder.h"

int main(int argc, char **argv)
{
    static const int rows[] = {7, 100, 1000}, columns[] = {1003, 100000, 500000};
    struct port_arguments a = port_arguments(argc, argv);
    struct grid grid = {rows[a.size], columns[a.size], NULL};
    size_t cells = (size_t)grid.rows * grid.columns;
    int *cost = port_allocate(cells, sizeof *cost), *result = port_allocate(grid.columns, sizeof *result);
    uint64_t random = 7;
    for (size_t i = 0; i < cells; i++)
        cost[i] = (int)port_random_below(&random, 10);
    grid.cost = cost;

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&grid, result);
    /* A step reads a row of costs and one of results, and writes one of results. */
    double steps = (double)(grid.rows - 1) * grid.columns;
    port_report((port_seconds() - start) / a.repeat, a.repeat, 0, 12 * steps);
    port_write("result.i32", result, grid.columns, sizeof *result);
    free(cost);
    free(result);
    return 0;
}
