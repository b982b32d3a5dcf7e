/* Nearest neighbours, serial: all distances of a query, then the smallest of them. */
#include "nn.h"

#include <math.h>

void solve(const struct places *places, int *index, float *smallest)
{
    int count = places->count;
    float *distance = port_allocate(count, sizeof *distance);
    for (int q = 0; q < places->queries; q++) {
        float latitude = places->query[q].latitude, longitude = places->query[q].longitude;
        for (int i = 0; i < count; i++) {
            float north = places->place[i].latitude - latitude, east = places->place[i].longitude - longitude;
            distance[i] = sqrtf(north * north + east * east);
        }
        select_nearest(count, distance, places->nearest, index + q * places->nearest, smallest + q * places->nearest);
    }
    free(distance);
}
