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

// tasks.c:28: target map(to: a[0:n]) map(from: b[0:n]) map(tofrom: sum)
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
chain_1(const double *a, double *b, double *sum_dev, int n, double *x_dev)
{
    double &sum = *sum_dev;
    double &x = *x_dev;
    if (romp::thread() == 0) {
        int at = 0;
        // The last of them decides.
        {
            int at_private = at;
            at_private += 1;
            b[0] = a[at_private];
        }
        at = b[0] > 0;
        {
            double sum_private = 0;
            for (int i = at; i < n; i++)
                sum_private += a[i];
            romp::reduce(romp::one_thread(), romp::plus(sum, sum_private));
        }
    }
    romp::team_barrier();
    if (romp::thread() == 0) {
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
