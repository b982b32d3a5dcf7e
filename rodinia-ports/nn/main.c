/* Nearest neighbours: hurricanes at random places in the ranges of the original's files, from a fixed seed. */
#include "nn.h"

static void place_at_random(uint64_t *random, struct place *place, int count)
{
    for (int i = 0; i < count; i++) {
        place[i].latitude = (float)(7 + 56 * port_random_unit(random));
        place[i].longitude = (float)(358 * port_random_unit(random));
    }
}

int main(int argc, char **argv)
{
    static const int count[] = {1003, 42764, 42764000}, queries[] = {3, 1, 10}, nearest[] = {5, 10, 10};
    struct port_arguments a = port_arguments(argc, argv);
    struct places places = {count[a.size], queries[a.size], nearest[a.size], NULL, NULL};
    struct place *place = port_allocate(places.count, sizeof *place);
    struct place *query = port_allocate(places.queries, sizeof *query);
    size_t results = (size_t)places.queries * places.nearest;
    int *index = port_allocate(results, sizeof *index);
    float *smallest = port_allocate(results, sizeof *smallest);
    uint64_t random = 17;
    place_at_random(&random, place, places.count);
    place_at_random(&random, query, places.queries);
    places.place = place;
    places.query = query;

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&places, index, smallest);
    /* A query reads two words of a place and writes one. */
    double distances = (double)places.queries * places.count;
    port_report((port_seconds() - start) / a.repeat, a.repeat, 6 * distances, 12 * distances);
    port_write("index.i32", index, results, sizeof *index);
    port_write("distance.f32", smallest, results, sizeof *smallest);
    free(place);
    free(query);
    free(index);
    free(smallest);
    return 0;
}
