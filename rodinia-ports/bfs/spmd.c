/* Breadth-first search: two target regions a level, their nodes over all threads. What was found is taken four nodes at
   a time, since few of them are. */
#include "bfs.h"
#include "masks.h"

void solve(const struct graph *graph, int *cost)
{
    int nodes = graph->nodes, edges = graph->edges, fours = (nodes + FOUR - 1) / FOUR, more = 1;
    const struct node *node = graph->node;
    const int *ends = graph->end;
    struct four *in_level = port_allocate(fours, sizeof *in_level), *found = port_allocate(fours, sizeof *found);
    struct four *visited = port_allocate(fours, sizeof *visited);
    for (int v = 0; v < nodes; v++)
        cost[v] = -1;
    cost[graph->source] = 0;
    in_level[graph->source / FOUR].of[graph->source % FOUR] = 1;
    visited[graph->source / FOUR].of[graph->source % FOUR] = 1;
#pragma omp target data map(to : node[0 : nodes], ends[0 : edges]) map(tofrom : cost[0 : nodes]) \
    map(to : in_level[0 : fours], found[0 : fours], visited[0 : fours])
    while (more) {
        more = 0;
#pragma omp target teams distribute parallel for
        for (int v = 0; v < nodes; v++) {
            unsigned char *level = (unsigned char *)in_level, *mark = (unsigned char *)found;
            const unsigned char *seen = (const unsigned char *)visited;
            if (!level[v])
                continue;
            level[v] = 0;
            for (int e = node[v].first; e < node[v].first + node[v].count; e++) {
                int end = ends[e];
                if (!seen[end]) {
                    /* Several threads may find a node; all write the same. */
#pragma omp atomic write
                    cost[end] = cost[v] + 1;
#pragma omp atomic write
                    mark[end] = 1;
                }
            }
        }
#pragma omp target teams distribute parallel for map(tofrom : more)
        for (int f = 0; f < fours; f++) {
            struct four now = found[f], seen = visited[f];
            if (!(now.of[0] | now.of[1] | now.of[2] | now.of[3]))
                continue;
            for (int k = 0; k < FOUR; k++)
                seen.of[k] |= now.of[k];
            in_level[f] = now;
            visited[f] = seen;
            found[f] = (struct four){{0}};
#pragma omp atomic write
            more = 1;
        }
    }
    free(in_level);
    free(found);
    free(visited);
}
