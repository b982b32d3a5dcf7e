/* Streamcluster, serial. */
#include "streamcluster.h"

static float cost_at(const struct points *points, int i, int x)
{
    int dimensions = points->dimensions;
    const float *a = &points->coordinate[(size_t)i * dimensions], *b = &points->coordinate[(size_t)x * dimensions];
    float sums[8] = {0}, sum = 0;
    int d = 0;
    for (; d + 8 <= dimensions; d += 8)
        for (int k = 0; k < 8; k++)
            sums[k] += (a[d + k] - b[d + k]) * (a[d + k] - b[d + k]);
    for (; d < dimensions; d++)
        sum += (a[d] - b[d]) * (a[d] - b[d]);
    for (int k = 0; k < 8; k++)
        sum += sums[k];
    return sum * points->weight[i];
}

static double assign_all(const struct points *points, struct clusters *clusters, int x)
{
    double sum = 0;
    for (int i = 0; i < points->count; i++) {
        clusters->assign[i] = x;
        clusters->cost[i] = cost_at(points, i, x);
        sum += clusters->cost[i];
    }
    return sum;
}

static double assign_nearer(const struct points *points, struct clusters *clusters, int x)
{
    double sum = 0;
    for (int i = 0; i < points->count; i++) {
        float there = cost_at(points, i, x);
        if (there < clusters->cost[i]) {
            clusters->assign[i] = x;
            clusters->cost[i] = there;
        }
        sum += clusters->cost[i];
    }
    return sum;
}

static double gain(const struct points *points, struct clusters *clusters, int x, double *lower)
{
    double change = 0;
    for (int i = 0; i < points->count; i++) {
        float difference = cost_at(points, i, x) - clusters->cost[i];
        if (difference < 0)
            change += difference;
        else
            lower[clusters->place[clusters->assign[i]]] -= difference;
    }
    return change;
}

static void reassign(const struct points *points, struct clusters *clusters, int x, const int *closes)
{
    for (int i = 0; i < points->count; i++) {
        float there = cost_at(points, i, x);
        if (there < clusters->cost[i] || closes[clusters->place[clusters->assign[i]]]) {
            clusters->assign[i] = x;
            clusters->cost[i] = there;
        }
    }
}

static void placed(const struct points *points, struct clusters *clusters)
{
    (void)points;
    (void)clusters;
}

struct outcome solve(const struct points *points, const struct aim *aim, struct clusters *clusters)
{
    static const struct sweeps sweeps = {assign_all, assign_nearer, gain, reassign, placed};
    return search(points, aim, &sweeps, clusters);
}
