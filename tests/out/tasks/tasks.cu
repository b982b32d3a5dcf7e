// Device code of tasks.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

static __device__ int fib(int n)
{
    int x, y;
    if (n < 2)
        return n;
    x = fib(n - 1);
    y = fib(n - 2);
    return x + y;
}

// tasks.c:19: target parallel map(from: result)
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
number_1(int *result_dev, int n)
{
    int &result = *result_dev;
    if (romp::thread() == 0) {
        result = fib(n);
    }
}

struct chain_1_shared {
    int at;
};
static_assert(sizeof(chain_1_shared) == 4, "as it was planned");

// tasks.c:28: target map(to: a[0:n]) map(from: b[0:n]) map(tofrom: sum)
// fork-join: one thread of the last warp runs the sequential part, 992 threads a team, one team, 4 bytes of shared memory
// not guarded SPMD: sequential code changes a variable of which a construct in it has a copy
extern "C" __global__ void __launch_bounds__(1024)
chain_1(unsigned team_size, const double *a, double *b, double *sum_dev, int n, double *x_dev)
{
    double &sum = *sum_dev;
    double &x = *x_dev;
    __shared__ chain_1_shared shared;
    __shared__ romp::fork_point work;
    if (romp::is_worker()) {
        while (romp::next_region(work)) {
            switch (work.region) {
            case 1: {
                const romp::first_threads omp{team_size};
                if (omp.has_me()) {
                    if (omp.thread() == 0) {
                        shared.at = 0;
                        // The last of them decides.
                        {
                            int at_private = shared.at;
                            at_private += 1;
                            b[0] = a[at_private];
                        }
                        shared.at = b[0] > 0;
                        {
                            double sum_private = 0;
                            for (int i = shared.at; i < n; i++)
                                sum_private += a[i];
                            romp::reduce(romp::one_thread(), romp::plus(sum, sum_private));
                        }
                    }
                }
                break;
            }
            case 2: {
                const romp::first_threads omp2{team_size};
                if (omp2.has_me()) {
                    if (omp2.thread() == 0) {
                        {
                            double sum_private2 = 0;
                            for (int i = 1; i < n; i++) {
                                x = 2 * a[i];
                                b[i] = x;
                                sum_private2 += x;
                            }
                            romp::reduce(romp::one_thread(), romp::plus(sum, sum_private2));
                        }
                    }
                }
                break;
            }
            }
            romp::join();
        }
        return;
    }
    if (!romp::is_master())
        return;
    romp::fork(work, 1);
    romp::join();
    romp::fork(work, 2);
    romp::join();
    romp::finish(work);
}
