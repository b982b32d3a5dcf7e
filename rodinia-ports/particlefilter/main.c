/* Particle filter: a film of a disk that moves over a grey background with noise, from a fixed seed. */
#include "particlefilter.h"

static void add_disk(unsigned char *pixel, const struct film *film, int frame, int middle_x, int middle_y)
{
    for (int x = middle_x - RADIUS; x <= middle_x + RADIUS; x++)
        for (int y = middle_y - RADIUS; y <= middle_y + RADIUS; y++) {
            int dx = x - middle_x, dy = y - middle_y;
            if (x >= 0 && x < film->width && y >= 0 && y < film->height && dx * dx + dy * dy < RADIUS * RADIUS)
                pixel[((size_t)x * film->height + y) * film->frames + frame] = 228;
        }
}

/* The object goes one pixel along x and two back along y, from frame to frame. */
static unsigned char *make_film(const struct film *film)
{
    size_t pixels = (size_t)film->width * film->height * film->frames;
    unsigned char *pixel = port_allocate(pixels, 1);
    int seed = 7;
    memset(pixel, 100, pixels);
    for (int k = 0; k < film->frames; k++)
        add_disk(pixel, film, k, film->width / 2 + k, film->height / 2 - 2 * k);
    for (size_t i = 0; i < pixels; i++)
        pixel[i] = (unsigned char)(pixel[i] + (int)rint(5 * normal(&seed)));
    return pixel;
}

static struct object make_object(void)
{
    struct object object = {0};
    for (int x = -RADIUS + 1; x < RADIUS; x++)
        for (int y = -RADIUS + 1; y < RADIUS; y++)
            if (x * x + y * y < RADIUS * RADIUS) {
                object.x[object.points] = x;
                object.y[object.points++] = y;
            }
    return object;
}

int main(int argc, char **argv)
{
    static const int extents[] = {45, 128, 128}, frames[] = {5, 10, 10}, counts[] = {151, 10000, 50000};
    struct port_arguments a = port_arguments(argc, argv);
    struct film film = {extents[a.size], extents[a.size], frames[a.size], NULL};
    unsigned char *pixel = make_film(&film);
    film.pixel = pixel;
    struct object object = make_object();
    int *seed = port_allocate(counts[a.size], sizeof *seed);
    for (int i = 0; i < counts[a.size]; i++)
        seed[i] = (int)(1000003ll * (i + 1) % INT32_MAX);
    struct particles particles = {counts[a.size], seed};
    double *estimate = port_allocate(2 * film.frames, sizeof *estimate);

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&film, &object, &particles, estimate);
    double n = particles.count, steps = film.frames - 1;
    port_report((port_seconds() - start) / a.repeat, a.repeat, steps * (n * n / 2 + n * (7 * object.points + 30)),
                steps * n * 96);
    port_write("estimate.f64", estimate, 2 * film.frames, sizeof *estimate);
    free(pixel);
    free(seed);
    free(estimate);
    return 0;
}
