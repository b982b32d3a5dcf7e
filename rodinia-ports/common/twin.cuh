// What the hand-written CUDA twins share.
#pragma once

#include <cstdio>
#include <cstdlib>

// Ends the program where a call of CUDA failed.
#define CUDA(call)                                                                                                    \
    do {                                                                                                              \
        cudaError_t error_ = (call);                                                                                  \
        if (error_ != cudaSuccess) {                                                                                  \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_));                      \
            std::exit(1);                                                                                             \
        }                                                                                                             \
    } while (0)
