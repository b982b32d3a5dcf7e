/* Nearest neighbours: a target region a query, its distances over all threads, two at a time; the host selects. */
#include "pairs.h"

void solve(const struct places *places, int *index, float *smallest)
{
    int count = places->count, nearest = places->nearest, pairs = (count + 1) / 2;
    const struct place *place = places->place;
    float *distance = port_allocate(count, sizeof *distance);
#pragma omp target data map(to : place[0 : count]) map(alloc : distance[0 : count])
    for (int q = 0; q < places->queries; q++) {
        float latitude = places->query[q].latitude, longitude = places->query[q].longitude;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < pairs; i++)
            distances_of(i, count, place, latitude, longitude, distance);
#pragma omp target update from(distance[0 : count])
        select_nearest(count, distance, nearest, index + q * nearest, smallest + q * nearest);
    }
    free(distance);
}
