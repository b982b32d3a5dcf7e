// Device code of conditional.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

// conditional.c:5: target parallel map(to: a[0:n]) map(tofrom: at, found)
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
last_above_1(const double *__restrict__ a, int *at_dev, double *found_dev, int n, double limit)
{
    int &at = *at_dev;
    double &found = *found_dev;
    romp::block_is<1024>();
    romp::begin_work_queues();
    {
        romp::conditional<int> at_last;
        romp::conditional<double> found_last;
        const auto i_range = romp::below<int>(0, n);
        for (auto chunk : romp::team_chunks(i_range.trips(), 4))
            for (auto trip : romp::each(chunk)) {
                int i = i_range[trip];
                do {
                    if (a[i] <= limit)
                        continue;
                    at_last.assign() = i;
                    found_last.assign() = a[i];
                } while (0);
                at_last.end(trip);
                found_last.end(trip);
            }
        romp::leave_last(at_last, at);
        romp::leave_last(found_last, found);
    }
}

// conditional.c:22: target map(to: a[0:n]) map(tofrom: last)
// SPMD, up to 4 threads a team, one team
extern "C" __global__ void __launch_bounds__(4)
which_1(const int *__restrict__ a, int *last_dev, int n)
{
    int &last = *last_dev;
    romp::block_is<4>();
    {
        romp::conditional<int> last_last;
        for (unsigned section : romp::team_sections(2)) {
            switch (section) {
            case 0: {
                if (a[0] > 0)
                    last_last.assign() = 1;
                break;
            }
            case 1: {
                if (a[1] > 0)
                    last_last.assign() += 2;
                break;
            }
            }
            last_last.end(section);
        }
        romp::leave_last(last_last, last);
    }
}
