// Needleman-Wunsch by hand: a launch for each diagonal of tiles; a warp takes a tile in shared memory, and thread x its
// column x. What a thread needs of its neighbour comes by a shuffle. A diagonal of the tile lies in 32 banks, since a
// row has an even number of words.
#include "nw.h"
#include "twin.cuh"

constexpr int TILE = 32, WARPS = 2;

static __global__ void __launch_bounds__(TILE *WARPS)
    diagonal(int length, int penalty, int diagonal, int first, int last, const int *__restrict__ similarity, int *score)
{
    __shared__ int tiles[WARPS][TILE][TILE];
    const int down = first + blockIdx.x * WARPS + threadIdx.y;
    if (down > last)
        return;
    int(*tile)[TILE] = tiles[threadIdx.y];
    const int x = threadIdx.x, top = down * TILE, left = (diagonal - down) * TILE;
    const int height = min(TILE, length - top), breadth = min(TILE, length - left);
    const size_t width = (size_t)length + 1;
    const size_t corner = (top + 1) * width + left + 1;
    if (x < breadth) {
        if (height == TILE) {
#pragma unroll
            for (int i = 0; i < TILE; i++)
                tile[i][x] = similarity[corner + i * width + x];
        } else {
            for (int i = 0; i < height; i++)
                tile[i][x] = similarity[corner + i * width + x];
        }
    }
    // Above the tile: this thread's column and the one before it. Beside the tile: row x, for thread 0.
    int above = x < breadth ? score[corner - width + x] : 0;
    int before = x < breadth ? score[corner - width + x - 1] : 0;
    const int beside = x < height ? score[corner + x * width - 1] : 0;
    __syncwarp();
    // In step d this thread has row d - x; the score to its left is what its neighbour found one step ago.
    int own = above;
#pragma unroll
    for (int d = 0; d < 2 * TILE - 1; d++) {
        int row = d - x;
        int from_neighbour = __shfl_up_sync(~0u, own, 1), from_beside = __shfl_sync(~0u, beside, d < TILE ? d : 0);
        int left_of = x == 0 ? from_beside : from_neighbour;
        if (row >= 0 && row < height && x < breadth) {
            own = max(before + tile[row][x], max(left_of, own) - penalty);
            before = left_of;
            tile[row][x] = own;
        }
    }
    __syncwarp();
    if (x < breadth) {
#pragma unroll 8
        for (int i = 0; i < height; i++)
            score[corner + i * width + x] = tile[i][x];
    }
}

extern "C" void solve(const struct sequences *sequences, int *score)
{
    const int length = sequences->length, tiles = (length + TILE - 1) / TILE;
    const size_t bytes = ((size_t)length + 1) * (length + 1) * sizeof(int);
    int *similarity, *there;
    CUDA(cudaMalloc(&similarity, bytes));
    CUDA(cudaMalloc(&there, bytes));
    CUDA(cudaMemcpy(similarity, sequences->similarity, bytes, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(there, score, bytes, cudaMemcpyHostToDevice));
    for (int d = 0; d < 2 * tiles - 1; d++) {
        const int first = max(0, d - tiles + 1), last = min(d, tiles - 1), count = last - first + 1;
        diagonal<<<(count + WARPS - 1) / WARPS, dim3(TILE, WARPS)>>>(length, sequences->penalty, d, first, last,
                                                                    similarity, there);
    }
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(score, there, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(similarity));
    CUDA(cudaFree(there));
}
