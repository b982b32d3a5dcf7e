// K-means by hand: a launch an iteration. Blocks stay for all of it; they copy tiles of BLOCK points to shared memory, a
// thread finds the centre that is nearest to one of them, and then adds up PAIRS coordinates of clusters over the tile.
#include "kmeans.h"
#include "twin.cuh"

#include <cfloat>

constexpr int BLOCK = 256, PAIRS = 2;

static __global__ void __launch_bounds__(BLOCK)
    group(int points, int features, int clusters, const float *__restrict__ point, const float *__restrict__ centre,
          int *__restrict__ membership, double *sum, int *size, int *moved)
{
    // Rows of an odd number of words, so that neighbouring threads' points lie in banks of their own.
    extern __shared__ float shared[];
    const int row = features | 1, coordinates = clusters * features, t = threadIdx.x;
    float *tile = shared, *centres = tile + BLOCK * row;
    int *nearest_of = (int *)(centres + coordinates);
    for (int i = t; i < coordinates; i += BLOCK)
        centres[i] = centre[i];
    double sums[PAIRS] = {};
    int members[PAIRS] = {}, own_moved = 0;
    for (int first = blockIdx.x * BLOCK; first < points; first += gridDim.x * BLOCK) {
        const int count = min(BLOCK, points - first);
        __syncthreads();
        const float *source = point + (size_t)first * features;
        int to_row = t / features, to_column = t % features;
        const int rows_a_step = BLOCK / features, columns_a_step = BLOCK % features;
        for (int i = t; i < count * features; i += BLOCK) {
            tile[to_row * row + to_column] = source[i];
            to_row += rows_a_step;
            to_column += columns_a_step;
            if (to_column >= features) {
                to_column -= features;
                to_row++;
            }
        }
        __syncthreads();
        if (t < count) {
            int nearest = 0;
            float least = FLT_MAX;
            for (int c = 0; c < clusters; c++) {
                float distance = 0;
                for (int f = 0; f < features; f++) {
                    float difference = tile[t * row + f] - centres[c * features + f];
                    distance += difference * difference;
                }
                if (distance < least) {
                    least = distance;
                    nearest = c;
                }
            }
            own_moved += membership[first + t] != nearest;
            membership[first + t] = nearest;
            nearest_of[t] = nearest;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < PAIRS; k++) {
            const int pair = t + k * BLOCK, c = pair / features, f = pair % features;
            if (pair >= coordinates)
                break;
            float of_tile = 0;
            for (int p = 0; p < count; p++) {
                if (nearest_of[p] == c) {
                    of_tile += tile[p * row + f];
                    members[k]++;
                }
            }
            sums[k] += of_tile;
        }
    }
#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
        const int pair = t + k * BLOCK;
        if (pair >= coordinates)
            break;
        atomicAdd(sum + pair, sums[k]);
        if (pair % features == 0)
            atomicAdd(size + pair / features, members[k]);
    }
    own_moved = __reduce_add_sync(~0u, own_moved);
    if (t % 32 == 0 && own_moved)
        atomicAdd(moved, own_moved);
}

extern "C" int solve(const struct grouping *grouping, int *membership, float *centre)
{
    const int points = grouping->points, features = grouping->features, clusters = grouping->clusters;
    const int coordinates = clusters * features;
    if (coordinates > PAIRS * BLOCK) {
        std::fprintf(stderr, "%d coordinates of centres are more than %d\n", coordinates, PAIRS * BLOCK);
        std::exit(1);
    }
    // What an iteration adds up lies together, so that it is cleared and copied at once.
    struct totals {
        int moved;
        int size[PAIRS * BLOCK];
        double sum[PAIRS * BLOCK];
    } *totals = (struct totals *)port_allocate(1, sizeof *totals), *totals_there;
    float *point, *centre_there;
    int *membership_there;
    const size_t point_bytes = (size_t)points * features * sizeof *point;
    CUDA(cudaMalloc(&point, point_bytes));
    CUDA(cudaMalloc(&centre_there, coordinates * sizeof *centre));
    CUDA(cudaMalloc(&membership_there, points * sizeof *membership));
    CUDA(cudaMalloc(&totals_there, sizeof *totals));
    CUDA(cudaMemcpy(point, grouping->point, point_bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemset(membership_there, 0xff, points * sizeof *membership));
    const size_t shared = (BLOCK * (features | 1) + coordinates + BLOCK) * sizeof(float);
    CUDA(cudaFuncSetAttribute(group, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    int device, multiprocessors, blocks_each;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, group, BLOCK, shared));
    memcpy(centre, grouping->point, coordinates * sizeof *centre);
    int iterations = 0;
    totals->moved = points;
    while (totals->moved > grouping->threshold * points && iterations < grouping->most_iterations) {
        CUDA(cudaMemcpy(centre_there, centre, coordinates * sizeof *centre, cudaMemcpyHostToDevice));
        CUDA(cudaMemsetAsync(totals_there, 0, sizeof *totals));
        group<<<multiprocessors * blocks_each, BLOCK, shared>>>(points, features, clusters, point, centre_there,
                                                                membership_there, totals_there->sum,
                                                                totals_there->size, &totals_there->moved);
        CUDA(cudaGetLastError());
        CUDA(cudaMemcpy(totals, totals_there, sizeof *totals, cudaMemcpyDeviceToHost));
        move_centres(clusters, features, totals->sum, totals->size, centre);
        iterations++;
    }
    CUDA(cudaMemcpy(membership, membership_there, points * sizeof *membership, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(point));
    CUDA(cudaFree(centre_there));
    CUDA(cudaFree(membership_there));
    CUDA(cudaFree(totals_there));
    free(totals);
    return iterations;
}
