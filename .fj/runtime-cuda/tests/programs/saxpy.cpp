#include "romp/device.cuh"
#include "romp/emulated.cuh"
namespace romp_unit {
#include "saxpy.cu"
}
ROMP_EMULATED_IMAGE("saxpy", ROMP_KERNELS(ROMP_KERNEL_ENTRY(saxpy_1, 0)), ROMP_GLOBALS())
