/* Streamcluster: a thread for each point. The points lie on the device dimension by dimension, so that neighbouring
   threads read neighbouring words. */
#include "streamcluster.h"

static float *column; /* coordinates, dimension by dimension */

#pragma omp declare target
static float cost_at(const float *columns, const float *weight, int n, int dimensions, int i, int x)
{
    float sum = 0;
    for (int d = 0; d < dimensions; d++) {
        float difference = columns[(size_t)d * n + i] - columns[(size_t)d * n + x];
        sum += difference * difference;
    }
    return sum * weight[i];
}
#pragma omp end declare target

static double assign_all(const struct points *points, struct clusters *clusters, int x)
{
    int n = points->count, dimensions = points->dimensions, *assign = clusters->assign;
    const float *columns = column, *weight = points->weight;
    float *cost = clusters->cost;
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        assign[i] = x;
        cost[i] = cost_at(columns, weight, n, dimensions, i, x);
        sum += cost[i];
    }
#pragma omp target update from(cost[0 : n])
    return sum;
}

static double assign_nearer(const struct points *points, struct clusters *clusters, int x)
{
    int n = points->count, dimensions = points->dimensions, *assign = clusters->assign;
    const float *columns = column, *weight = points->weight;
    float *cost = clusters->cost;
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        float there = cost_at(columns, weight, n, dimensions, i, x);
        if (there < cost[i]) {
            assign[i] = x;
            cost[i] = there;
        }
        sum += cost[i];
    }
#pragma omp target update from(cost[0 : n])
    return sum;
}

static double gain(const struct points *points, struct clusters *clusters, int x, double *lower)
{
    int n = points->count, dimensions = points->dimensions, centres = clusters->centres;
    const int *assign = clusters->assign, *place = clusters->place;
    const float *columns = column, *weight = points->weight, *cost = clusters->cost;
    double change = 0;
#pragma omp target teams distribute parallel for reduction(+ : change) map(tofrom : lower[0 : centres])
    for (int i = 0; i < n; i++) {
        float difference = cost_at(columns, weight, n, dimensions, i, x) - cost[i];
        if (difference < 0) {
            change += difference;
        } else {
#pragma omp atomic
            lower[place[assign[i]]] -= difference;
        }
    }
    return change;
}

static void reassign(const struct points *points, struct clusters *clusters, int x, const int *closes)
{
    int n = points->count, dimensions = points->dimensions, centres = clusters->centres, *assign = clusters->assign;
    const int *place = clusters->place;
    const float *columns = column, *weight = points->weight;
    float *cost = clusters->cost;
#pragma omp target teams distribute parallel for map(to : closes[0 : centres])
    for (int i = 0; i < n; i++) {
        float there = cost_at(columns, weight, n, dimensions, i, x);
        if (there < cost[i] || closes[place[assign[i]]]) {
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
    int n = points->count, dimensions = points->dimensions, *assign = clusters->assign, *place = clusters->place;
    size_t coordinates = (size_t)n * dimensions;
    const float *row = points->coordinate, *weight = points->weight;
    float *columns = column = port_allocate(coordinates, sizeof *column), *cost = clusters->cost;
    struct outcome outcome;
    (void)assign, (void)place, (void)weight, (void)cost; /* gcc 12 does not see that map clauses use them */
#pragma omp target data map(alloc : columns[0 : coordinates], place[0 : n]) map(to : weight[0 : n]) \
    map(from : assign[0 : n], cost[0 : n])
    {
#pragma omp target teams distribute parallel for collapse(2) map(to : row[0 : coordinates])
        for (int d = 0; d < dimensions; d++)
            for (int i = 0; i < n; i++)
                columns[(size_t)d * n + i] = row[(size_t)i * dimensions + d];
        outcome = search(points, aim, &sweeps, clusters);
    }
    free(column);
    return outcome;
}
