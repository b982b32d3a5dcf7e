#include "romp/device.cuh"
#include "romp/emulated.cuh"
namespace romp_unit {
#include "data.cu"
}
ROMP_EMULATED_IMAGE("data",
                    ROMP_KERNELS(ROMP_KERNEL_ENTRY(read_1, 0), ROMP_KERNEL_ENTRY(write_2, 0),
                                 ROMP_KERNEL_ENTRY(link_3, 0), ROMP_KERNEL_ENTRY(total_4, 0),
                                 ROMP_KERNEL_ENTRY(members_5, 0), ROMP_KERNEL_ENTRY(twice_6, 0),
                                 ROMP_KERNEL_ENTRY(twice_at_7, 0), ROMP_KERNEL_ENTRY(own_8, 0),
                                 ROMP_KERNEL_ENTRY(same_9, 0)),
                    ROMP_GLOBALS(ROMP_GLOBAL_ENTRY(table), ROMP_GLOBAL_ENTRY(linked)))
