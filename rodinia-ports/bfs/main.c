/* Breadth-first search: a random graph as the original's generator makes it, from a fixed seed: each node draws two to
   four neighbours, and an edge goes both ways. */
#include "bfs.h"

static void draw(struct graph *graph)
{
    struct port_array kept[2];
    if (port_take_input(kept, 2)) {
        graph->node = kept[0].data;
        graph->end = kept[1].data;
        graph->edges = (int)(kept[1].bytes / sizeof *graph->end);
        return;
    }
    int nodes = graph->nodes, pairs = 0;
    struct node *node = port_allocate(nodes, sizeof *node);
    int *from = port_allocate(4 * (size_t)nodes, sizeof *from), *to = port_allocate(4 * (size_t)nodes, sizeof *to);
    uint64_t random = 29;
    for (int v = 0; v < nodes; v++) {
        for (int drawn = 2 + (int)port_random_below(&random, 3); drawn > 0; drawn--) {
            from[pairs] = v;
            to[pairs] = (int)port_random_below(&random, nodes);
            node[from[pairs]].count++;
            node[to[pairs++]].count++;
        }
    }
    for (int v = 1; v < nodes; v++)
        node[v].first = node[v - 1].first + node[v - 1].count;
    graph->edges = 2 * pairs;
    int *end = port_allocate(graph->edges, sizeof *end), *next = port_allocate(nodes, sizeof *next);
    for (int v = 0; v < nodes; v++)
        next[v] = node[v].first;
    for (int pair = 0; pair < pairs; pair++) {
        end[next[from[pair]]++] = to[pair];
        end[next[to[pair]]++] = from[pair];
    }
    free(from);
    free(to);
    free(next);
    graph->node = node;
    graph->end = end;
    kept[0] = (struct port_array){node, nodes * sizeof *node};
    kept[1] = (struct port_array){end, graph->edges * sizeof *end};
    port_keep_input(kept, 2);
}

int main(int argc, char **argv)
{
    static const int nodes[] = {1003, 1000000, 8000000};
    struct port_arguments a = port_arguments(argc, argv);
    struct graph graph = {.nodes = nodes[a.size], .source = 0};
    draw(&graph);
    int *cost = port_allocate(graph.nodes, sizeof *cost);

    port_start_device();
    double start = port_seconds();
    for (int r = 0; r < a.repeat; r++)
        solve(&graph, cost);
    double seconds = port_seconds() - start;
    int levels = 0;
    for (int v = 0; v < graph.nodes; v++)
        levels = cost[v] + 1 > levels ? cost[v] + 1 : levels;
    /* A level sweeps two masks of a byte a node; in all, a node is read and marked once, its cost is written once, and
       an edge is read once and looks at one byte. */
    double bytes = 2.0 * levels * graph.nodes + (8.0 + 1 + 4) * graph.nodes + (4.0 + 1) * graph.edges;
    port_report(seconds / a.repeat, a.repeat, 0, bytes);
    port_write("cost.i32", cost, graph.nodes, sizeof *cost);
    free((void *)graph.node);
    free((void *)graph.end);
    free(cost);
    return 0;
}
