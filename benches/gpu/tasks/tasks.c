/* 64 equal tasks that one thread makes: the time against one thread that does all of it. Also fib, where tasks
   are short: what a task costs. Prints microseconds and the ratio. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
/* About so many microseconds of dependent arithmetic. */
static double work(double x, int rounds)
{
    for (int i = 0; i < rounds; i++)
        x = x * 0.999999 + 1e-6;
    return x;
}

static void fib(int n, long *result)
{
    if (n < 2) {
        *result = n;
        return;
    }
    long x, y;
    #pragma omp task shared(x)
    fib(n - 1, &x);
    #pragma omp task shared(y)
    fib(n - 2, &y);
    #pragma omp taskwait
    *result = x + y;
}
#pragma omp end declare target

enum { tasks = 64 };

static double alone(double *out, int rounds)
{
    double start = omp_get_wtime();
    #pragma omp target map(from: out[0:tasks])
    for (int i = 0; i < tasks; i++)
        out[i] = work(i, rounds);
    return omp_get_wtime() - start;
}

static double together(double *out, int rounds, int threads, int *who)
{
    double start = omp_get_wtime();
    #pragma omp target parallel num_threads(threads) map(from: out[0:tasks], who[0:tasks])
    #pragma omp single
    for (int i = 0; i < tasks; i++) {
        #pragma omp task
        {
            out[i] = work(i, rounds);
            who[i] = omp_get_thread_num();
        }
    }
    return omp_get_wtime() - start;
}

int main(int count, char **arguments)
{
    int rounds = count > 1 ? atoi(arguments[1]) : 22000;
    double one[tasks], all[tasks];
    int who[tasks], sizes[] = {32, 33, 95, 128, 256, 992, 1024};
    alone(one, 10);
    double base = alone(one, rounds);
    printf("one thread        %9.0f us, %.1f us a task\n", base * 1e6, base * 1e6 / tasks);
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        together(all, 10, sizes[k], who);
        double time = together(all, rounds, sizes[k], who);
        int wrong = 0, warps = 0;
        unsigned seen = 0;
        for (int i = 0; i < tasks; i++) {
            wrong += all[i] != one[i];
            seen |= 1u << who[i] / 32;
        }
        for (; seen; seen &= seen - 1)
            warps++;
        printf("%4d threads      %9.0f us, ratio %.2f, tasks on %d warps%s\n", sizes[k], time * 1e6, base / time, warps,
               wrong ? " WRONG" : "");
    }
    for (int threads = 1; threads <= 256; threads *= 16) {
        long result = 0;
        double time = 0;
        for (int turn = 0; turn < 2; turn++) {
            double start = omp_get_wtime();
            #pragma omp target parallel num_threads(threads) map(tofrom: result)
            #pragma omp single
            fib(18, &result);
            time = omp_get_wtime() - start;
        }
        printf("fib(18) %4d threads %9.0f us%s\n", threads, time * 1e6, result == 2584 ? "" : " WRONG");
    }
    return 0;
}
