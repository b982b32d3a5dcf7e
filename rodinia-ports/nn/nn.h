#ifndef NN_H
#define NN_H

#include "port.h"

struct place {
    float latitude;
    float longitude;
};

/* Places of hurricanes, and the places whose `nearest` nearest hurricanes are asked for. */
struct places {
    int count;
    int queries;
    int nearest;
    const struct place *place;
    const struct place *query;
};

/* Puts the indices and distances of the `nearest` smallest of `count` distances in rising order; of equal distances
   the earlier comes first. As in the original, the host does this, one place after the other. */
static inline void select_nearest(int count, const float *distance, int nearest, int *index, float *smallest)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (found == nearest && distance[i] >= smallest[nearest - 1])
            continue;
        int slot = found < nearest ? found++ : nearest - 1;
        for (; slot > 0 && distance[i] < smallest[slot - 1]; slot--) {
            smallest[slot] = smallest[slot - 1];
            index[slot] = index[slot - 1];
        }
        smallest[slot] = distance[i];
        index[slot] = i;
    }
}

#ifdef __cplusplus
extern "C"
#endif
/* Writes the indices and distances of the nearest places of each query (`queries` by `nearest`). */
void solve(const struct places *places, int *index, float *smallest);

#endif
