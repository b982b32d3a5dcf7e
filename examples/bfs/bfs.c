/* Breadth-first search over a graph in CSR form, a level at a time. Usage: bfs [vertices]
 *
 * Each vertex not yet reached looks for a neighbour in the frontier; it writes its own entries only.
 * All threads that find one store the same value in `changed`, which the host reads after each level. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int vertices;
    int *first;     /* vertices + 1 offsets into neighbour */
    int *neighbour; /* both directions of every edge */
} graph;

enum { UNREACHED = -1 };

/* A sparse graph with every vertex v > 0 joined to some vertex below it, and a few that are cut off. */
static int other_end(int v, int k)
{
    unsigned hash = (unsigned)v * 2654435761u + (unsigned)k * 40503u;
    return (int)((hash >> 7) % (unsigned)v);
}

static int edges_of(int v)
{
    return v == 0 || v % 97 == 0 ? 0 : 1 + v % 3;
}

static graph make_graph(int vertices)
{
    graph g = {vertices, calloc((size_t)vertices + 2, sizeof(int)), NULL};
    for (int v = 0; v < vertices; v++)
        for (int k = 0; k < edges_of(v); k++) {
            g.first[v + 2]++;
            g.first[other_end(v, k) + 2]++;
        }
    for (int v = 0; v <= vertices; v++)
        g.first[v + 1] += g.first[v];
    g.neighbour = malloc((size_t)(g.first[vertices + 1] + 1) * sizeof(int));
    for (int v = 0; v < vertices; v++)
        for (int k = 0; k < edges_of(v); k++) {
            int w = other_end(v, k);
            g.neighbour[g.first[v + 1]++] = w;
            g.neighbour[g.first[w + 1]++] = v;
        }
    return g;
}

static void search(graph g, int source, int *level)
{
    int n = g.vertices, edges = g.first[n];
    const int *first = g.first, *neighbour = g.neighbour;
    for (int v = 0; v < n; v++)
        level[v] = UNREACHED;
    level[source] = 0;
    int *next = malloc((size_t)n * sizeof *next);

    #pragma omp target data map(to: first[0:n + 1], neighbour[0:edges]) map(tofrom: level[0:n]) map(alloc: next[0:n])
    for (int depth = 0, changed = 1; changed; depth++) {
        changed = 0;
        #pragma omp target teams distribute parallel for map(tofrom: changed)
        for (int v = 0; v < n; v++) {
            next[v] = level[v];
            if (level[v] != UNREACHED)
                continue;
            for (int e = first[v]; e < first[v + 1]; e++)
                if (level[neighbour[e]] == depth) {
                    next[v] = depth + 1;
                    #pragma omp atomic write
                    changed = 1;
                    break;
                }
        }
        #pragma omp target teams distribute parallel for
        for (int v = 0; v < n; v++)
            level[v] = next[v];
    }
    free(next);
}

static void search_serially(graph g, int source, int *level)
{
    int *queue = malloc((size_t)g.vertices * sizeof *queue);
    int head = 0, tail = 0;
    for (int v = 0; v < g.vertices; v++)
        level[v] = UNREACHED;
    level[source] = 0;
    queue[tail++] = source;
    while (head < tail) {
        int v = queue[head++];
        for (int e = g.first[v]; e < g.first[v + 1]; e++) {
            int w = g.neighbour[e];
            if (level[w] == UNREACHED) {
                level[w] = level[v] + 1;
                queue[tail++] = w;
            }
        }
    }
    free(queue);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000;
    if (n <= 0) {
        fprintf(stderr, "usage: bfs [vertices > 0]\n");
        return 2;
    }
    graph g = make_graph(n);
    int *level = malloc((size_t)n * sizeof *level);
    int *expected = malloc((size_t)n * sizeof *expected);

    search(g, 0, level);
    search_serially(g, 0, expected);

    int wrong = 0, reached = 0, depth = 0;
    for (int v = 0; v < n; v++) {
        wrong += level[v] != expected[v];
        reached += level[v] != UNREACHED;
        depth = level[v] > depth ? level[v] : depth;
    }
    printf("bfs: %d vertices, %d edges, reached %d in %d levels, %d wrong: %s\n", n, g.first[n] / 2, reached, depth,
           wrong, wrong ? "FAILED" : "ok");
    free(g.first);
    free(g.neighbour);
    free(level);
    free(expected);
    return wrong != 0;
}
