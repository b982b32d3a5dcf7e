/* Heart wall: a film of a speckled ring that breathes, in place of an ultrasound film, from a fixed seed. */
#include "heartwall.h"
#include <math.h>

enum { GRAIN = 5 }; /* pixels of a speckle, about */

static const double turn = 6.283185307179586;

/* Noise of a plane, smooth within a grain. */
static double speckle(const float *lattice, int side, double x, double y)
{
    int column = (int)floor(x / GRAIN), row = (int)floor(y / GRAIN);
    double u = x / GRAIN - column, v = y / GRAIN - row;
    const float *a = &lattice[(size_t)(row + side / 4) * side + column + side / 4], *b = a + side;
    return (1 - v) * ((1 - u) * a[0] + u * a[1]) + v * ((1 - u) * b[0] + u * b[1]);
}

/* Each frame shows the plane of frame 0, drawn in and let out by up to a fiftieth around the middle. */
static float *make_film(const struct film *film)
{
    size_t pixels = (size_t)film->width * film->height;
    float *pixel = port_allocate(pixels * film->frames, sizeof *pixel);
    int side = 2 * ((film->width > film->height ? film->width : film->height) / GRAIN + 8);
    float *lattice = port_allocate((size_t)side * side, sizeof *lattice);
    uint64_t random = 61;
    for (int i = 0; i < side * side; i++)
        lattice[i] = (float)(180 * port_random_unit(&random));
    for (int k = 0; k < film->frames; k++) {
        double scale = 1 + 0.02 * sin(turn * k / 20);
        for (int y = 0; y < film->height; y++)
            for (int x = 0; x < film->width; x++) {
                double dx = (x - 0.5 * film->width) / scale, dy = (y - 0.5 * film->height) / scale;
                double from = hypot(dx / film->width, dy / film->height), wall = exp(-pow((from - 0.24) / 0.05, 2));
                double grey = speckle(lattice, side, dx + 0.5 * film->width, dy + 0.5 * film->height) * (0.4 + 0.6 * wall);
                pixel[k * pixels + (size_t)y * film->width + x] = (float)floor(grey + 10 * port_random_unit(&random));
            }
    }
    free(lattice);
    return pixel;
}

/* Two in five points lie on the inner wall, the others on the outer one. */
static void place(const struct film *film, int points, int *x, int *y)
{
    int inner = points * 2 / 5;
    for (int p = 0; p < points; p++) {
        double angle = p < inner ? turn * p / inner : turn * (p - inner) / (points - inner);
        double radius = p < inner ? 0.19 : 0.28;
        x[p] = (int)(film->width * (0.5 + radius * cos(angle)));
        y[p] = (int)(film->height * (0.5 + radius * sin(angle)));
    }
}

int main(int argc, char **argv)
{
    static const int widths[] = {97, 609, 609}, heights[] = {89, 590, 590}, frames[] = {12, 4, 20};
    static const int points[] = {7, 51, 51}, sides[] = {9, 51, 51}, windows[] = {15, 81, 81}, reaches[] = {2, 10, 10};
    struct port_arguments a = port_arguments(argc, argv);
    struct film film = {widths[a.size], heights[a.size], frames[a.size], NULL};
    float *pixel = make_film(&film);
    film.pixel = pixel;
    int count = points[a.size], *x = port_allocate(count, sizeof *x), *y = port_allocate(count, sizeof *y);
    size_t all = (size_t)film.frames * count;
    place(&film, count, x, y);
    struct tracking tracking = {count, x, y, sides[a.size], windows[a.size], reaches[a.size]};
    struct places places = {port_allocate(all, sizeof(int)), port_allocate(all, sizeof(int)),
                            port_allocate(all, sizeof(float))};

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&film, &tracking, &places);
    double steps = (double)(film.frames - 1) * count, side = tracking.side, window = tracking.window;
    double full = side + window - 1;
    port_report((port_seconds() - start) / a.repeat, a.repeat,
                steps * (2 * side * side * window * window + 4 * full * (window + full) + 9 * full * full),
                steps * sizeof(float) * (side * side + 2 * window * window + 7 * full * full));
    port_write("x.i32", places.x, all, sizeof(int));
    port_write("y.i32", places.y, all, sizeof(int));
    port_write("match.f32", places.match, all, sizeof(float));
    free(pixel);
    free(x);
    free(y);
    free(places.x);
    free(places.y);
    free(places.match);
    return 0;
}
