/* Breadth-first search, serial: level by level, with the masks of the original. */
#include "bfs.h"

void solve(const struct graph *graph, int *cost)
{
    int nodes = graph->nodes, more = 1;
    unsigned char *in_level = port_allocate(nodes, 1), *found = port_allocate(nodes, 1);
    unsigned char *visited = port_allocate(nodes, 1);
    for (int v = 0; v < nodes; v++)
        cost[v] = -1;
    cost[graph->source] = 0;
    in_level[graph->source] = visited[graph->source] = 1;
    while (more) {
        more = 0;
        for (int v = 0; v < nodes; v++) {
            if (!in_level[v])
                continue;
            in_level[v] = 0;
            for (int e = graph->node[v].first; e < graph->node[v].first + graph->node[v].count; e++) {
                int end = graph->end[e];
                if (!visited[end]) {
                    cost[end] = cost[v] + 1;
                    found[end] = 1;
                }
            }
        }
        for (int v = 0; v < nodes; v++) {
            if (!found[v])
                continue;
            in_level[v] = visited[v] = 1;
            found[v] = 0;
            more = 1;
        }
    }
    free(in_level);
    free(found);
    free(visited);
}
