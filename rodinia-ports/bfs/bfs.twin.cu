// Breadth-first search by hand, with the original's masks: two launches a level; a thread looks at four nodes' bytes at
// once, since few of them are set.
#include "bfs.h"
#include "twin.cuh"

constexpr int BLOCK = 256, NODES = 4;

static __global__ void __launch_bounds__(BLOCK)
    look(int nodes, const struct node *__restrict__ node, const int *__restrict__ ends,
         const unsigned char *__restrict__ visited, uchar4 *__restrict__ in_level, unsigned char *__restrict__ found,
         int *cost)
{
    int group = blockIdx.x * BLOCK + threadIdx.x;
    if (group * NODES >= nodes)
        return;
    uchar4 four = in_level[group];
    const unsigned char set[NODES] = {four.x, four.y, four.z, four.w};
    if (!(four.x | four.y | four.z | four.w))
        return;
    in_level[group] = make_uchar4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < NODES; k++) {
        if (!set[k])
            continue;
        int v = group * NODES + k, next = cost[v] + 1;
        struct node own = node[v];
        for (int e = own.first; e < own.first + own.count; e++) {
            int end = ends[e];
            if (!visited[end]) {
                cost[end] = next;
                found[end] = 1;
            }
        }
    }
}

static __global__ void __launch_bounds__(BLOCK)
    take(int nodes, uchar4 *__restrict__ in_level, uchar4 *__restrict__ found, uchar4 *__restrict__ visited, int *more)
{
    int group = blockIdx.x * BLOCK + threadIdx.x;
    if (group * NODES >= nodes)
        return;
    uchar4 four = found[group];
    if (!(four.x | four.y | four.z | four.w))
        return;
    uchar4 seen = visited[group];
    in_level[group] = four;
    visited[group] = make_uchar4(seen.x | four.x, seen.y | four.y, seen.z | four.z, seen.w | four.w);
    found[group] = make_uchar4(0, 0, 0, 0);
    *more = 1;
}

extern "C" void solve(const struct graph *graph, int *cost)
{
    const int nodes = graph->nodes, groups = (nodes + NODES - 1) / NODES, blocks = (groups + BLOCK - 1) / BLOCK;
    struct node *node;
    int *ends, *cost_there, *more_there;
    unsigned char *in_level, *found, *visited;
    CUDA(cudaMalloc(&node, nodes * sizeof *node));
    CUDA(cudaMalloc(&ends, graph->edges * sizeof *ends));
    CUDA(cudaMalloc(&cost_there, nodes * sizeof *cost));
    CUDA(cudaMalloc(&more_there, sizeof *more_there));
    CUDA(cudaMemcpy(node, graph->node, nodes * sizeof *node, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(ends, graph->end, graph->edges * sizeof *ends, cudaMemcpyHostToDevice));
    CUDA(cudaMemset(cost_there, 0xff, nodes * sizeof *cost));
    CUDA(cudaMemset(cost_there + graph->source, 0, sizeof *cost));
    for (unsigned char **mask : {&in_level, &found, &visited}) {
        CUDA(cudaMalloc(mask, (size_t)groups * NODES));
        CUDA(cudaMemset(*mask, 0, (size_t)groups * NODES));
    }
    CUDA(cudaMemset(in_level + graph->source, 1, 1));
    CUDA(cudaMemset(visited + graph->source, 1, 1));
    for (int more = 1; more;) {
        CUDA(cudaMemsetAsync(more_there, 0, sizeof more));
        look<<<blocks, BLOCK>>>(nodes, node, ends, visited, (uchar4 *)in_level, found, cost_there);
        take<<<blocks, BLOCK>>>(nodes, (uchar4 *)in_level, (uchar4 *)found, (uchar4 *)visited, more_there);
        CUDA(cudaGetLastError());
        CUDA(cudaMemcpy(&more, more_there, sizeof more, cudaMemcpyDeviceToHost));
    }
    CUDA(cudaMemcpy(cost, cost_there, nodes * sizeof *cost, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(node));
    CUDA(cudaFree(ends));
    CUDA(cudaFree(cost_there));
    CUDA(cudaFree(more_there));
    for (unsigned char *mask : {in_level, found, visited})
        CUDA(cudaFree(mask));
}
