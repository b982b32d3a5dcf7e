#ifndef BFS_H
#define BFS_H

#include "port.h"

/* The edges of a node are `count` of the graph's, from `first` on. */
struct node {
    int first;
    int count;
};

struct graph {
    int nodes;
    int edges;
    int source;
    const struct node *node;
    /* The node at the other end of each edge. */
    const int *end;
};

#ifdef __cplusplus
extern "C"
#endif
/* Writes how many edges lie between the source and each node; -1 where there is no way. */
void solve(const struct graph *graph, int *cost);

#endif
