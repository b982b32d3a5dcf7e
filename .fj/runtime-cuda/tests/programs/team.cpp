#include "romp/device.cuh"
#include "romp/emulated.cuh"
namespace romp_unit {
#include "team.cu"
}
ROMP_EMULATED_IMAGE("team",
                    ROMP_KERNELS(ROMP_KERNEL_ENTRY(sums_1, 1), ROMP_KERNEL_ENTRY(deadlock_2, 1),
                                 ROMP_KERNEL_ENTRY(assert_3, 0), ROMP_KERNEL_ENTRY(print_4, 0),
                                 ROMP_KERNEL_ENTRY(hang_5, 1), ROMP_KERNEL_ENTRY(null_6, 0),
                                 ROMP_KERNEL_ENTRY(stack_7, 1), ROMP_KERNEL_ENTRY(own_data_8, 0)),
                    ROMP_GLOBALS())
