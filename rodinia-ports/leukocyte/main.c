/* Leukocyte: a film of bright cells that roll over a dark vessel, with noise, from a fixed seed. */
#include "leukocyte.h"

struct size {
    int width, height, frames, rows_of_cells, columns_of_cells;
    int circles, points, least_radius, dilation, rows, columns, iterations;
};

static const double turn = 6.283185307179586;

/* Cells lie on a grid, shaken, and go one pixel along x and a half along y from frame to frame. */
static float *make_film(const struct size *size)
{
    size_t pixels = (size_t)size->width * size->height;
    float *pixel = port_allocate(pixels * size->frames, sizeof *pixel);
    int cells = size->rows_of_cells * size->columns_of_cells;
    double(*cell)[3] = port_allocate(cells, sizeof *cell);
    uint64_t random = 83;
    for (int c = 0; c < cells; c++) {
        double step_x = (double)size->width / size->columns_of_cells, step_y = (double)size->height / size->rows_of_cells;
        cell[c][0] = step_x * (c % size->columns_of_cells + 0.4 + 0.1 * port_random_unit(&random));
        cell[c][1] = step_y * (c / size->columns_of_cells + 0.45 + 0.1 * port_random_unit(&random));
        cell[c][2] = size->least_radius + 1 + 3 * port_random_unit(&random);
    }
    for (int k = 0; k < size->frames; k++)
        for (int y = 0; y < size->height; y++)
            for (int x = 0; x < size->width; x++) {
                double grey = 40 + 12 * port_random_unit(&random);
                for (int c = 0; c < cells; c++) {
                    double from = hypot(x - cell[c][0] - k, y - cell[c][1] - 0.5 * k);
                    if (from < cell[c][2] + 8)
                        grey += 110 / (1 + exp(2 * (from - cell[c][2])));
                }
                pixel[k * pixels + (size_t)y * size->width + x] = (float)floor(grey);
            }
    free(cell);
    return pixel;
}

static struct circles make_circles(const struct size *size)
{
    struct circles circles = {.count = size->circles, .points = size->points};
    circles.margin = size->least_radius + 2 * size->circles + 1;
    for (int p = 0; p < size->points; p++) {
        double angle = turn * p / size->points;
        circles.cosine[p] = (float)cos(angle);
        circles.sine[p] = (float)sin(angle);
        for (int c = 0; c < size->circles; c++) {
            circles.dx[c * MOST_POINTS + p] = (int)lround((size->least_radius + 2 * c) * cos(angle));
            circles.dy[c * MOST_POINTS + p] = (int)lround((size->least_radius + 2 * c) * sin(angle));
        }
    }
    return circles;
}

int main(int argc, char **argv)
{
    static const struct size sizes[] = {{71, 53, 3, 1, 2, 3, 19, 3, 5, 17, 21, 9},
                                        {640, 219, 2, 3, 12, 7, 150, 8, 12, 41, 81, 200},
                                        {640, 219, 6, 3, 12, 7, 150, 8, 12, 41, 81, 500}};
    struct port_arguments a = port_arguments(argc, argv);
    const struct size *size = &sizes[a.size];
    struct film film = {size->width, size->height, size->frames, NULL};
    float *pixel = make_film(size);
    film.pixel = pixel;
    struct circles circles = make_circles(size);
    int most = size->rows_of_cells * size->columns_of_cells;
    struct settings settings = {size->dilation, most, size->rows, size->columns, size->iterations, 1e-4f};
    size_t pixels = (size_t)film.width * film.height, places = (size_t)film.frames * most;
    struct cells cells = {port_allocate(pixels, sizeof(float)), 0, port_allocate(places, sizeof(float)),
                          port_allocate(places, sizeof(float))};

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&film, &circles, &settings, &cells);
    /* Of the scores and the dilation; how long the vector flow takes depends on the film. */
    double samples = (double)pixels * circles.count * circles.points;
    port_report((port_seconds() - start) / a.repeat, a.repeat, 6 * samples, pixels * 4.0 * (2 + 1 + 2));
    int32_t count = cells.count;
    port_write("count.i32", &count, 1, sizeof count);
    port_write("score.f32", cells.score, pixels, sizeof(float));
    port_write("x.f32", cells.x, places, sizeof(float));
    port_write("y.f32", cells.y, places, sizeof(float));
    free(pixel);
    free(cells.score);
    free(cells.x);
    free(cells.y);
    return 0;
}
