// romp/cuda_types.cuh: CUDA's vector types and their makers, with CUDA's alignments, for the emulated device.
#ifndef ROMP_CUDA_TYPES_CUH
#define ROMP_CUDA_TYPES_CUH

// Types of one and of three elements are aligned as their elements are, others as a whole, to 16 bytes at most.
#define ROMP_VECTORS_(name, type)                                                                                \
    struct name##1 { type x; };                                                                                  \
    struct alignas(2 * sizeof(type)) name##2 { type x, y; };                                                     \
    struct name##3 { type x, y, z; };                                                                            \
    struct alignas(4 * sizeof(type) < 16 ? 4 * sizeof(type) : 16) name##4 { type x, y, z, w; };                  \
    ROMP_FN name##1 make_##name##1(type x) { return {x}; }                                                       \
    ROMP_FN name##2 make_##name##2(type x, type y) { return {x, y}; }                                            \
    ROMP_FN name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                                 \
    ROMP_FN name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
ROMP_VECTORS_(char, signed char)
ROMP_VECTORS_(uchar, unsigned char)
ROMP_VECTORS_(short, short)
ROMP_VECTORS_(ushort, unsigned short)
ROMP_VECTORS_(int, int)
ROMP_VECTORS_(uint, unsigned)
ROMP_VECTORS_(long, long)
ROMP_VECTORS_(ulong, unsigned long)
ROMP_VECTORS_(longlong, long long)
ROMP_VECTORS_(ulonglong, unsigned long long)
ROMP_VECTORS_(float, float)
ROMP_VECTORS_(double, double)
#undef ROMP_VECTORS_

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};

#endif
