// Myocyte by hand: a block for each cell, with states and derivatives in shared memory. Calmodulin's three places are
// lanes of one warp, the cell's electricity is a lane of another, and the 91 variables are the block's.
#include "model.h"
#include "twin.cuh"

static const int THREADS = 96; // of a block, at least 33

static __global__ void __launch_bounds__(THREADS) integrate(struct simulation simulation, double *record)
{
    __shared__ double y[EQUATIONS], stage[EQUATIONS], k[STAGES * EQUATIONS], set_free[PLACES], warp_error[THREADS / 32];
    const int c = blockIdx.x, thread = threadIdx.x, records = simulation.records;
    const struct cell *cell = &simulation.cell[c];
    const double interval = simulation.interval;
    double *to = &record[(size_t)c * (records + 1) * EQUATIONS], step = 1e-3;
    for (int e = thread; e < EQUATIONS; e += THREADS)
        to[e] = y[e] = simulation.start[e];
    for (int r = 0; r < records; r++) {
        const double begin = r * interval;
        double done = 0;
        while (done < interval) {
            const bool last = done + step >= interval;
            const double now = last ? interval - done : step;
#pragma unroll 1
            for (int s = 0; s < STAGES; s++) {
                double *dy = &k[s * EQUATIONS];
                for (int e = thread; e < EQUATIONS; e += THREADS)
                    stage[e] = stage_state(s, now, y, k, 1, e);
                __syncthreads();
                if (thread < PLACES)
                    set_free[thread] = place_derivatives(thread, stage, dy, 1, cell);
                else if (thread == 32)
                    electricity(begin + done + stage_time[s] * now, stage, dy, 1, cell);
                __syncthreads();
                if (thread == 0)
                    join_places(stage, dy, 1, set_free);
                __syncthreads();
            }
            double error = 0;
            for (int e = thread; e < EQUATIONS; e += THREADS)
                error = fmax(error, step_error(now, y, k, 1, e));
            for (int d = 16; d; d /= 2)
                error = fmax(error, __shfl_xor_sync(~0u, error, d));
            if (thread % 32 == 0)
                warp_error[thread / 32] = error;
            __syncthreads();
            for (int w = 0; w < THREADS / 32; w++)
                error = fmax(error, warp_error[w]);
            // Every thread comes to the same decision by the same numbers.
            if (error <= 1 || now <= SHORTEST) {
                for (int e = thread; e < EQUATIONS; e += THREADS)
                    y[e] = next_state(now, y, k, 1, e);
                done = last ? interval : done + now;
            }
            step = last && error <= 1 ? step : next_step(now, error);
        }
        for (int e = thread; e < EQUATIONS; e += THREADS)
            to[(size_t)(r + 1) * EQUATIONS + e] = y[e];
    }
}

extern "C" void solve(const struct simulation *simulation, double *record)
{
    const size_t bytes = (size_t)simulation->cells * EQUATIONS * (simulation->records + 1) * sizeof(double);
    struct simulation there = *simulation;
    struct cell *cell;
    double *start, *result;
    CUDA(cudaMalloc(&cell, simulation->cells * sizeof *cell));
    CUDA(cudaMalloc(&start, EQUATIONS * sizeof *start));
    CUDA(cudaMalloc(&result, bytes));
    CUDA(cudaMemcpy(cell, simulation->cell, simulation->cells * sizeof *cell, cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(start, simulation->start, EQUATIONS * sizeof *start, cudaMemcpyHostToDevice));
    there.cell = cell;
    there.start = start;
    integrate<<<simulation->cells, THREADS>>>(there, result);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(record, result, bytes, cudaMemcpyDeviceToHost));
    CUDA(cudaFree(cell));
    CUDA(cudaFree(start));
    CUDA(cudaFree(result));
}
