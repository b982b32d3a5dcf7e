// The runtime's test program of fork-join kernels (runtime-cuda/tests/programs/fork.*) on a GPU.
#include "fork.cu"

#include "fork.c"
