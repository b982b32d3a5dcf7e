/* Nearest neighbours: teams take windows of places, as the original reads them; a window's distances are the team's
   threads', two at a time. The host selects. */
#include "pairs.h"

#define WINDOW 512 /* pairs */

void solve(const struct places *places, int *index, float *smallest)
{
    int count = places->count, nearest = places->nearest;
    int pairs = (count + 1) / 2, windows = (pairs + WINDOW - 1) / WINDOW;
    const struct place *place = places->place;
    float *distance = port_allocate(count, sizeof *distance);
#pragma omp target data map(to : place[0 : count]) map(alloc : distance[0 : count])
    for (int q = 0; q < places->queries; q++) {
        float latitude = places->query[q].latitude, longitude = places->query[q].longitude;
#pragma omp target teams distribute
        for (int window = 0; window < windows; window++) {
            int first = window * WINDOW, end = pairs - first < WINDOW ? pairs : first + WINDOW;
#pragma omp parallel for
            for (int i = first; i < end; i++)
                distances_of(i, count, place, latitude, longitude, distance);
        }
#pragma omp target update from(distance[0 : count])
        select_nearest(count, distance, nearest, index + q * nearest, smallest + q * nearest);
    }
    free(distance);
}
