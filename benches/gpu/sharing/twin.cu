// The 100 kB array of sharing.c by hand: in global memory, a slice a team; and in dynamic shared memory.
constexpr int ROUNDS = 200, WORDS = 25000;

static __device__ void rounds(unsigned *a, unsigned *results)
{
    __shared__ unsigned sum;
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        a[i] = i + blockIdx.x;
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = threadIdx.x; i < WORDS / 2; i += blockDim.x)
            a[i] += a[i + WORDS / 2] ^ round;
        __syncthreads();
        for (int i = threadIdx.x; i < WORDS / 2; i += blockDim.x)
            a[i + WORDS / 2] ^= a[i];
        __syncthreads();
    }
    unsigned mine = 0;
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        mine += a[i];
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        results[blockIdx.x] = sum;
}

extern "C" __global__ void __launch_bounds__(128) in_global(unsigned *results, unsigned *memory)
{
    rounds(memory + (size_t)blockIdx.x * WORDS, results);
}

extern "C" __global__ void __launch_bounds__(128) in_shared(unsigned *results, unsigned *)
{
    extern __shared__ unsigned dynamic[];
    rounds(dynamic, results);
}
