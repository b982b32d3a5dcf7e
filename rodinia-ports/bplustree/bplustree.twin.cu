// B+ tree by hand: a warp for each query. All loads of a node's keys are under way at once; a vote finds the interval.
#include "bplustree.h"
#include "twin.cuh"

static const int THREADS = 256;            // of a block
static const int KEYS = ORDER / 32;        // of a lane
static const unsigned ALL_LANES = 0xffffffff;

// The child of the last key that is not above `key`, or, in a leaf, the record of `key`, or -1.
static __device__ int descend(const struct node *__restrict__ node, int key, bool leaf)
{
    const int lane = threadIdx.x % 32;
    int keys[KEYS];
#pragma unroll
    for (int i = 0; i < KEYS; i++)
        keys[i] = node->key[i * 32 + lane];
    int below = 0;
    bool equal = false;
#pragma unroll
    for (int i = 0; i < KEYS; i++) {
        below += __popc(__ballot_sync(ALL_LANES, keys[i] <= key));
        equal |= keys[i] == key;
    }
    if (leaf && !__any_sync(ALL_LANES, equal))
        return -1;
    return node->child[below - 1];
}

static __device__ int find(const struct node *__restrict__ tree, int height, int key)
{
    int at = 0;
    for (int level = 0; level < height; level++)
        at = descend(&tree[at], key, false);
    return descend(&tree[at], key, true);
}

static __global__ void __launch_bounds__(THREADS)
    find_values(int count, int height, const struct node *__restrict__ tree, const struct record *__restrict__ record,
                const int *__restrict__ key, int *__restrict__ value)
{
    const int q = (blockIdx.x * THREADS + threadIdx.x) / 32;
    if (q >= count)
        return;
    const int at = find(tree, height, key[q]);
    if (threadIdx.x % 32 == 0)
        value[q] = at < 0 ? -1 : record[at].value;
}

static __global__ void __launch_bounds__(THREADS)
    find_ranges(int ranges, int height, const struct node *__restrict__ tree, const int *__restrict__ start,
                const int *__restrict__ end, int *__restrict__ first, int *__restrict__ length)
{
    const int q = (blockIdx.x * THREADS + threadIdx.x) / 32;
    if (q >= ranges)
        return;
    const int from = start[q], to = end[q];
    int left = 0, right = 0;
    for (int level = 0; level < height; level++) {
        left = descend(&tree[left], from, false);
        right = descend(&tree[right], to, false);
    }
    left = descend(&tree[left], from, true);
    right = descend(&tree[right], to, true);
    if (threadIdx.x % 32 == 0) {
        const bool both = left >= 0 && right >= 0;
        first[q] = both ? left : 0;
        length[q] = both ? right - left + 1 : 0;
    }
}

template <class T> static T *copy_in(const T *from, size_t count)
{
    T *to;
    CUDA(cudaMalloc(&to, count * sizeof *to));
    CUDA(cudaMemcpy(to, from, count * sizeof *to, cudaMemcpyHostToDevice));
    return to;
}

template <class T> static void copy_out(T *to, T *from, size_t count)
{
    CUDA(cudaMemcpy(to, from, count * sizeof *to, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(from));
}

extern "C" void solve(const struct tree *tree, const struct queries *queries, struct answers *answers)
{
    const int warps = THREADS / 32, count = queries->count, ranges = queries->ranges;
    struct node *node = copy_in(tree->node, tree->nodes);
    struct record *record = copy_in(tree->record, tree->records);
    int *key = copy_in(queries->key, count);
    int *start = copy_in(queries->start, ranges), *end = copy_in(queries->end, ranges);
    int *value, *first, *length;
    CUDA(cudaMalloc(&value, count * sizeof *value));
    CUDA(cudaMalloc(&first, ranges * sizeof *first));
    CUDA(cudaMalloc(&length, ranges * sizeof *length));
    find_values<<<(count + warps - 1) / warps, THREADS>>>(count, tree->height, node, record, key, value);
    find_ranges<<<(ranges + warps - 1) / warps, THREADS>>>(ranges, tree->height, node, start, end, first, length);
    CUDA(cudaGetLastError());
    copy_out(answers->value, value, count);
    copy_out(answers->first, first, ranges);
    copy_out(answers->length, length, ranges);
    CUDA(cudaFree(node));
    CUDA(cudaFree(record));
    CUDA(cudaFree(key));
    CUDA(cudaFree(start));
    CUDA(cudaFree(end));
}
