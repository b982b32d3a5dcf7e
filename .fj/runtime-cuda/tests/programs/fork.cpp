#include "romp/device.cuh"
#include "romp/emulated.cuh"
namespace romp_unit {
#include "fork.cu"
}
ROMP_EMULATED_IMAGE("fork",
                    ROMP_KERNELS(ROMP_KERNEL_ENTRY(sizes_1, 1), ROMP_KERNEL_ENTRY(single_2, 1),
                                 ROMP_KERNEL_ENTRY(spmd_3, 1), ROMP_KERNEL_ENTRY(orphans_4, 1),
                                 ROMP_KERNEL_ENTRY(arena_5, 1), ROMP_KERNEL_ENTRY(counts_6, 1),
                                 ROMP_KERNEL_ENTRY(missing_7, 1), ROMP_KERNEL_ENTRY(nofinish_8, 1)),
                    ROMP_GLOBALS())
