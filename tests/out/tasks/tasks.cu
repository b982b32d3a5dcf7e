// Device code of tasks.c, made by romp2cuda 0.1.0.
#include "romp/device.cuh"

static __device__ int fib(int n)
{
    const romp::orphan_team omp;
    romp::task_variable<int> x_task{omp};
    int &x = *x_task;
    romp::task_variable<int> y_task{omp};
    int &y = *y_task;
    if (n < 2)
        return n;
    romp::task(omp, [=, &x]() {
        x = fib(n - 1);
    });
    romp::task(omp, [=, &y]() {
        y = fib(n - 2);
    });
    romp::taskwait(omp);
    return x + y;
}

// tasks.c:19: target parallel map(from: result)
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
number_1(int *result_dev, int n, romp::team_slices task_memory)
{
    int &result = *result_dev;
    romp::block_is<1024>();
    romp::start_state(romp::threads());
    romp::start_tasks(task_memory, romp::state().tasks);
    romp::begin_tasks();
    if (romp::thread() == 0) {
        result = fib(n);
    }
    romp::end_tasks();
    romp::release_tasks_together(task_memory);
}

// tasks.c:28: target map(to: a[0:n]) map(from: b[0:n]) map(tofrom: sum)
// SPMD, 1024 threads a team, one team
extern "C" __global__ void __launch_bounds__(1024)
chain_1(
    const double *a,
    double *b,
    double *sum_dev,
    int n,
    double *x_dev,
    romp::team_slices task_memory)
{
    double &sum = *sum_dev;
    double &x = *x_dev;
    romp::block_is<1024>();
    romp::start_tasks(task_memory);
    romp::begin_tasks();
    if (romp::thread() == 0) {
        romp::task_variable<int> at_task;
        int &at = *at_task;
        at = 0;
        // The last of them decides.
        romp::task(romp::clauses(romp::out(&b[0])), [=]() mutable {
            at += 1;
            b[0] = a[at];
        });
        romp::task(romp::clauses(romp::in(&b[0])), [=, &at]() {
            at = b[0] > 0;
        });
        romp::taskwait();
        {
            const romp::taskgroup group;
            {
                const auto i_range = romp::below<int>(at, n);
                const romp::taskgroup group2;
                romp::taskloop(i_range.trips(), romp::tasks_of_grain(i_range.trips(), 16), [=, &sum](auto from, auto to) {
                    double sum_private = 0;
                    for (auto trip = from; trip < to; trip++) {
                        int i = i_range[trip];
                        sum_private += a[i];
                    }
                    romp::reduce_task(romp::block_team(), romp::plus(sum, sum_private));
                });
            }
        }
    }
    romp::end_tasks();
    romp::team_barrier();
    romp::begin_tasks();
    if (romp::thread() == 0) {
        const auto i_range = romp::below<int>(1, n);
        const romp::taskgroup group;
        romp::taskloop(i_range.trips(), romp::tasks_of_team(i_range.trips()), [=, &x, &sum](auto from, auto to) {
            double sum_private = 0;
            for (auto trip = from; trip < to; trip++) {
                int i = i_range[trip];
                double x_private;
                x_private = 2 * a[i];
                b[i] = x_private;
                sum_private += x_private;
                if (trip + 1 == i_range.trips()) {
                    x = x_private;
                }
            }
            romp::reduce_task(romp::block_team(), romp::plus(sum, sum_private));
        });
    }
    romp::end_tasks();
    romp::release_tasks_together(task_memory);
}
