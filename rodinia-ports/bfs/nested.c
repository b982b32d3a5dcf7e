/* Breadth-first search: two target regions a level, in which teams take tiles of nodes; a tile's nodes are the team's
   threads'. */
#include "bfs.h"

#define TILE 1024

void solve(const struct graph *graph, int *cost)
{
    int nodes = graph->nodes, edges = graph->edges, more = 1, tiles = (nodes + TILE - 1) / TILE;
    const struct node *node = graph->node;
    const int *ends = graph->end;
    unsigned char *in_level = port_allocate(nodes, 1), *found = port_allocate(nodes, 1);
    unsigned char *visited = port_allocate(nodes, 1);
    for (int v = 0; v < nodes; v++)
        cost[v] = -1;
    cost[graph->source] = 0;
    in_level[graph->source] = visited[graph->source] = 1;
#pragma omp target data map(to : node[0 : nodes], ends[0 : edges]) map(tofrom : cost[0 : nodes]) \
    map(to : in_level[0 : nodes], found[0 : nodes], visited[0 : nodes])
    while (more) {
        more = 0;
#pragma omp target teams distribute
        for (int tile = 0; tile < tiles; tile++) {
            int first = tile * TILE, last = nodes - first < TILE ? nodes : first + TILE;
#pragma omp parallel for
            for (int v = first; v < last; v++) {
                if (!in_level[v])
                    continue;
                in_level[v] = 0;
                for (int e = node[v].first; e < node[v].first + node[v].count; e++) {
                    int end = ends[e];
                    if (!visited[end]) {
                        /* Several threads may find a node; all write the same. */
#pragma omp atomic write
                        cost[end] = cost[v] + 1;
#pragma omp atomic write
                        found[end] = 1;
                    }
                }
            }
        }
#pragma omp target teams distribute map(tofrom : more)
        for (int tile = 0; tile < tiles; tile++) {
            int first = tile * TILE, last = nodes - first < TILE ? nodes : first + TILE;
#pragma omp parallel for
            for (int v = first; v < last; v++) {
                if (!found[v])
                    continue;
                in_level[v] = visited[v] = 1;
                found[v] = 0;
#pragma omp atomic write
                more = 1;
            }
        }
    }
    free(in_level);
    free(found);
    free(visited);
}
