// Nearest neighbours by hand: a launch a query; a thread takes two places with one load of 16 bytes.
#include "nn.h"
#include "twin.cuh"

constexpr int BLOCK = 256;

static __device__ float distance_of(struct place at, float latitude, float longitude)
{
    float north = at.latitude - latitude, east = at.longitude - longitude;
    return sqrtf(north * north + east * east);
}

static __global__ void __launch_bounds__(BLOCK)
    distances(int count, const struct place *__restrict__ place, struct place query, float *__restrict__ distance)
{
    int pair = blockIdx.x * BLOCK + threadIdx.x, i = 2 * pair;
    if (i + 1 < count) {
        float4 two = reinterpret_cast<const float4 *>(place)[pair];
        float2 both = {distance_of({two.x, two.y}, query.latitude, query.longitude),
                       distance_of({two.z, two.w}, query.latitude, query.longitude)};
        reinterpret_cast<float2 *>(distance)[pair] = both;
    } else if (i < count) {
        distance[i] = distance_of(place[i], query.latitude, query.longitude);
    }
}

extern "C" void solve(const struct places *places, int *index, float *smallest)
{
    const int count = places->count, nearest = places->nearest, pairs = (count + 1) / 2;
    float *distance = (float *)port_allocate(count, sizeof *distance), *distance_there;
    struct place *place;
    CUDA(cudaMalloc(&place, count * sizeof *place));
    CUDA(cudaMalloc(&distance_there, count * sizeof *distance));
    CUDA(cudaMemcpy(place, places->place, count * sizeof *place, cudaMemcpyHostToDevice));
    for (int q = 0; q < places->queries; q++) {
        distances<<<(pairs + BLOCK - 1) / BLOCK, BLOCK>>>(count, place, places->query[q], distance_there);
        CUDA(cudaGetLastError());
        CUDA(cudaMemcpy(distance, distance_there, count * sizeof *distance, cudaMemcpyDeviceToHost));
        select_nearest(count, distance, nearest, index + q * nearest, smallest + q * nearest);
    }
    CUDA(cudaFree(place));
    CUDA(cudaFree(distance_there));
    free(distance);
}
