/* Streamcluster: points over all threads; the lanes of a thread share the dimensions, in the order in which they lie. */
#include "streamcluster.h"
#include "quads.h"

static struct quad *coordinates; /* point by point, each filled up with 0 */

static double assign_all(const struct points *points, struct clusters *clusters, int x)
{
    int n = points->count, quads = QUADS(points->dimensions), half = quads / 2, *assign = clusters->assign;
    const struct quad *quad = coordinates;
    const float *weight = points->weight;
    float *cost = clusters->cost;
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        const struct quad *a = &quad[(size_t)i * quads], *b = &quad[(size_t)x * quads];
        float distance = 0, factor = weight[i];
#pragma omp simd reduction(+ : distance)
        for (int q = 0; q < half; q++)
            distance += squares(a[q], b[q]) + squares(a[half + q], b[half + q]);
        float there = distance * factor;
        assign[i] = x;
        cost[i] = there;
        sum += there;
    }
#pragma omp target update from(cost[0 : n])
    return sum;
}

static double assign_nearer(const struct points *points, struct clusters *clusters, int x)
{
    int n = points->count, quads = QUADS(points->dimensions), half = quads / 2, *assign = clusters->assign;
    const struct quad *quad = coordinates;
    const float *weight = points->weight;
    float *cost = clusters->cost;
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        const struct quad *a = &quad[(size_t)i * quads], *b = &quad[(size_t)x * quads];
        float distance = 0, factor = weight[i], here = cost[i];
#pragma omp simd reduction(+ : distance)
        for (int q = 0; q < half; q++)
            distance += squares(a[q], b[q]) + squares(a[half + q], b[half + q]);
        float there = distance * factor;
        if (there < here) {
            assign[i] = x;
            cost[i] = there;
        }
        sum += there < here ? there : here;
    }
#pragma omp target update from(cost[0 : n])
    return sum;
}

/* Each team has sums of its own for what the centres' points lose. */
static double gain(const struct points *points, struct clusters *clusters, int x, double *lower)
{
    int n = points->count, quads = QUADS(points->dimensions), half = quads / 2, centres = clusters->centres;
    const int *assign = clusters->assign, *place = clusters->place;
    const struct quad *quad = coordinates;
    const float *weight = points->weight, *cost = clusters->cost;
    double change = 0;
#pragma omp target teams distribute parallel for reduction(+ : change, lower[0 : centres]) \
    map(tofrom : lower[0 : centres])
    for (int i = 0; i < n; i++) {
        float here = cost[i];
        int centre = assign[i];
        const struct quad *a = &quad[(size_t)i * quads], *b = &quad[(size_t)x * quads];
        float distance = 0, factor = weight[i];
#pragma omp simd reduction(+ : distance)
        for (int q = 0; q < half; q++)
            distance += squares(a[q], b[q]) + squares(a[half + q], b[half + q]);
        float difference = distance * factor - here;
        if (difference < 0)
            change += difference;
        else
            lower[place[centre]] -= difference;
    }
    return change;
}

static void reassign(const struct points *points, struct clusters *clusters, int x, const int *closes)
{
    int n = points->count, quads = QUADS(points->dimensions), half = quads / 2, centres = clusters->centres;
    int *assign = clusters->assign;
    const int *place = clusters->place;
    const struct quad *quad = coordinates;
    const float *weight = points->weight;
    float *cost = clusters->cost;
#pragma omp target teams distribute parallel for map(to : closes[0 : centres])
    for (int i = 0; i < n; i++) {
        const struct quad *a = &quad[(size_t)i * quads], *b = &quad[(size_t)x * quads];
        float distance = 0, factor = weight[i], here = cost[i];
        int centre = assign[i];
#pragma omp simd reduction(+ : distance)
        for (int q = 0; q < half; q++)
            distance += squares(a[q], b[q]) + squares(a[half + q], b[half + q]);
        float there = distance * factor;
        if (there < here || closes[place[centre]]) {
            assign[i] = x;
            cost[i] = there;
        }
    }
}

static void placed(const struct points *points, struct clusters *clusters)
{
    int n = points->count, *place = clusters->place;
    (void)place; /* gcc 12 does not see that a motion clause uses it */
#pragma omp target update to(place[0 : n])
}

struct outcome solve(const struct points *points, const struct aim *aim, struct clusters *clusters)
{
    static const struct sweeps sweeps = {assign_all, assign_nearer, gain, reassign, placed};
    int n = points->count, dimensions = points->dimensions, quads = QUADS(dimensions);
    int *assign = clusters->assign, *place = clusters->place;
    size_t all = (size_t)n * quads;
    struct quad *quad = coordinates = port_allocate(all, sizeof *quad);
    const float *weight = points->weight;
    float *cost = clusters->cost;
    struct outcome outcome;
    (void)assign, (void)place, (void)weight, (void)cost; /* gcc 12 does not see that map clauses use them */
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4 * quads; d++)
            quad[(size_t)i * quads + d / 4].of[d % 4] =
                d < dimensions ? points->coordinate[(size_t)i * dimensions + d] : 0;
#pragma omp target data map(to : quad[0 : all], weight[0 : n]) map(alloc : place[0 : n]) \
    map(from : assign[0 : n], cost[0 : n])
    outcome = search(points, aim, &sweeps, clusters);
    free(quad);
    return outcome;
}
