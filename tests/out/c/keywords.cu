// Device code of keywords.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// keywords.c:3: target teams distribute parallel for map(tofrom: this[0:class])
// SPMD, 128 or 256 threads a team
extern "C" __global__ void __launch_bounds__(256)
new_1(int *this_, int class_)
{
    for (int namespace_ : romp::league_for(0, class_))
        this_[namespace_] += class_;
}
