// The kernels of words.c in plain CUDA, as someone writes them who leaves the functions of namespace romp.
#include "romp/device.cuh"

#define N 1000
#define ROWS 13
#define COLUMNS 70

__device__ int lock;

static __device__ __forceinline__ float twice(float v) { return __fmaf_rn(2.0f, v, 1.0f); }
static __device__ __noinline__ unsigned lane_of(dim3 thread) { return thread.x % warpSize; }

extern "C" __global__ void __launch_bounds__(256)
main_1(const float *__restrict__ x, float *y)
{
    assert(blockDim.y == 1 && gridDim.z == 1);
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
        const float4 v = make_float4(__ldg(&x[i]), 0, 0, 0);
        y[i] = twice(v.x);
    }
}

// A sum in the order of a tree, each warp by shuffles, each block in shared memory.
extern "C" __global__ void __launch_bounds__(256)
main_2(const float *__restrict__ y, float *sum, void *scratch)
{
    __shared__ float of_warps[8];
    (void)scratch;
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        mine += y[i];
    for (int distance = warpSize / 2; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, distance);
    if (lane_of(threadIdx) == 0)
        of_warps[threadIdx.x / warpSize] = mine;
    __syncthreads();
    if (threadIdx.x < 32) {
        mine = threadIdx.x < blockDim.x / 32 ? of_warps[threadIdx.x] : 0;
        for (int bits = 16; bits > 0; bits /= 2)
            mine += __shfl_xor_sync(~0u, mine, bits);
        if (threadIdx.x == 0)
            atomicAdd(sum, mine);
    }
}

extern "C" __global__ void __launch_bounds__(256)
main_3(int *cells, romp::grid_part part)
{
    const int j = (part.y + blockIdx.y) * blockDim.y + threadIdx.y, i = (part.x + blockIdx.x) * blockDim.x + threadIdx.x;
    if (j < ROWS && i < COLUMNS)
        cells[j * COLUMNS + i] = 100 * j + i;
}

extern "C" __global__ void __launch_bounds__(256)
main_4(int *counts)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N)
        return;
    atomicAdd(&counts[0], 1);
    // One lane of those that are here together adds for all of them, as compilers do for atomics.
    const unsigned together = __activemask();
    const int odd = i % 2;
    const unsigned like_me = together & (odd ? 0xaaaaaaaau : 0x55555555u);
    if (__ffs(like_me) - 1 == (int)(threadIdx.x % 32))
        atomicAdd(&counts[odd ? 4 : 5], __popc(like_me));
    for (bool done = false; !done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            volatile int *count = &counts[6];
            if (*count < N)
                *count = *count + 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}

// Words that a single thread can try.
static __device__ void alone(int *told)
{
    __shared__ int signed_word;
    __shared__ unsigned word;
    __shared__ unsigned long long wide;
    __shared__ float number;
    signed_word = 5;
    word = 7;
    wide = 1;
    number = 1.5f;
    told[0] = atomicSub(&signed_word, 7) == 5 && signed_word == -2;
    told[1] = atomicMax(&signed_word, 3) == -2 && atomicMin(&signed_word, 1) == 3 && signed_word == 1;
    told[2] = atomicInc(&word, 7) == 7 && word == 0 && atomicDec(&word, 4) == 0 && word == 4;
    told[3] = atomicOr(&word, 3) == 4 && atomicAnd(&word, 6) == 7 && atomicXor(&word, 2) == 6 && word == 4;
    told[4] = atomicExch(&number, 2.5f) == 1.5f && atomicAdd(&number, 1.0f) == 2.5f && number == 3.5f;
    told[5] = atomicCAS(&wide, 1ull, 1ull << 40) == 1 && atomicMax(&wide, 3ull) == 1ull << 40;
    told[6] = __clz(1) == 31 && __clzll(0) == 64 && __ffs(0) == 0 && __ffsll(1ll << 40) == 41 && __popcll(~0ull) == 64;
    told[7] = __brev(1) == 0x80000000u && __brevll(2) == 1ull << 62 && __byte_perm(0x33221100, 0x77665544, 0x7410) == 0x77441100;
    told[8] = rsqrtf(4.0f) == 0.5f && fabsf(__expf(1.0f) - 2.7182817f) < 1e-4f && fabsf(__sinf(0.5f) - 0.479425f) < 1e-4f;
    told[9] = __float2int_rn(2.5f) == 2 && __float2int_rz(-2.7f) == -2 && __double2int_ru(2.1) == 3 && __float2uint_rd(3.9f) == 3;
    told[10] = __float_as_int(1.0f) == 0x3f800000 && __hiloint2double(0x3ff00000, 0) == 1.0 && __int_as_float(0) == 0;
    told[11] = min(3, -2) == -2 && max(3u, 4u) == 4 && min(1.5, 2.5) == 1.5 && max(1.5f, -1.0f) == 1.5f;
    told[12] = sizeof(float3) == 12 && alignof(float4) == 16 && alignof(int2) == 8 && sizeof(uchar4) == 4 && sizeof(double4) == 32;
    told[13] = __umulhi(1u << 31, 4) == 2 && __mul24(3, -5) == -15 && __funnelshift_l(0x80000000u, 1, 1) == 3;
    told[14] = sinpi(0.5) == 1 && cospi(1.0) == -1 && sinpif(2.0f) == 0 && cospif(0.5f) == 0;
    told[15] = __saturatef(1.5f) == 1 && __fadd_rn(1.0f, 2.0f) == 3 && __ddiv_rn(1.0, 4.0) == 0.25 && __fsqrt_rn(9.0f) == 3;
    const dim3 three(3);
    const uint3 same = three;
    told[16] = three.x == 3 && three.y == 1 && same.z == 1 && make_int2(1, 2).y == 2;
    const long long before = clock64();
    __nanosleep(10);
    told[17] = clock64() >= before;
}

// 40 threads: a whole warp, and one of 8 lanes.
extern "C" __global__ void __launch_bounds__(40)
main_5(int *told)
{
    const int me = threadIdx.x, lane = me % 32;
    if (me == 0)
        alone(told);
    const int odd = __syncthreads_count(me % 2), any = __syncthreads_or(me == 39), all = __syncthreads_and(me < 39);
    if (me == 1)
        told[18] = odd == 20 && any && !all;
    if (me < 32) {
        const int up = __shfl_up_sync(~0u, me, 3), other = __shfl_sync(~0u, me, 5, 8);
        const unsigned low = __ballot_sync(~0u, lane < 4);
        if (me == 9)
            told[19] = up == 6 && other == 13 && low == 15;
        if (me == 2)
            told[20] = up == 2;
        const int down = __shfl_down_sync(~0u, me, 2, 16);
        if (me == 15)
            told[21] = down == 15;
        if (me == 13)
            told[22] = down == 15;
        // Lanes of two masks wait for each other at the same time.
        int sum = 0;
        if (lane % 2)
            sum = __shfl_xor_sync(0xaaaaaaaau, me, 2) + 1;
        else
            for (int turn = 0; turn < 5; turn++)
                sum += __shfl_xor_sync(0x55555555u, me, 4);
        if (me == 3)
            told[23] = sum == 2;
        if (me == 6)
            told[24] = sum == 10;
        __syncwarp();
        const unsigned thirds = __match_any_sync(~0u, lane % 3);
        const int every = __all_sync(~0u, lane >= 0), some = __any_sync(~0u, lane == 40);
        if (me == 4)
            told[25] = thirds == 0x92492492u && every && !some;
    } else {
        // The mask of a whole warp where there are 8 lanes, of which some have ended.
        if (me >= 36)
            return;
        const unsigned here = __ballot_sync(~0u, 1);
        if (me == 33)
            told[26] = here == 0xf || here == 0xff;
        __syncwarp();
        const int first = __shfl_sync(0xfu, me, 0);
        if (me == 35)
            told[27] = first == 32;
        return;
    }
    __threadfence_block();
    if (me == 5) {
        told[28] = blockIdx.x + blockIdx.y + blockIdx.z == 0 && (__activemask() >> lane & 1);
        told[29] = told[30] = told[31] = 1;
    }
}
