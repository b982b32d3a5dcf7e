/* 64 equal tasks that one thread makes: the time against one thread that does all of it. Also fib and queens, where
   tasks are short, and what making empty ones takes. Prints microseconds and the ratio.

   tasks [ROUNDS [THREADS]]     how long a task is; teams of this size only */
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

static int queens(int n, int row, unsigned columns, unsigned left, unsigned right)
{
    if (row == n)
        return 1;
    int found[16] = {0}, all = 0;
    for (int c = 0; c < n; c++) {
        unsigned bit = 1u << c;
        if ((columns | left | right) & bit)
            continue;
        #pragma omp task shared(found) final(row >= 2)
        found[c] = queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    #pragma omp taskwait
    for (int c = 0; c < n; c++)
        all += found[c];
    return all;
}
#pragma omp end declare target

enum { tasks = 64, empty = 512 };

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

/* Microseconds a task: one thread makes them, or all do. */
static double making(int threads, int by_all)
{
    double time = 0;
    for (int turn = 0; turn < 2; turn++) {
        double start = omp_get_wtime();
        #pragma omp target parallel num_threads(threads)
        for (int i = by_all ? omp_get_thread_num() : omp_get_thread_num() ? empty : 0; i < empty; i += by_all ? threads : 1) {
            #pragma omp task
            { }
        }
        time = omp_get_wtime() - start;
    }
    return time * 1e6 / empty;
}

int main(int count, char **arguments)
{
    int rounds = count > 1 ? atoi(arguments[1]) : 22000, only = count > 2 ? atoi(arguments[2]) : 0;
    // What hangs shows after what.
    setbuf(stdout, NULL);
    double one[tasks], all[tasks];
    int who[tasks], sizes[] = {1, 2, 4, 8, 16, 31, 32, 33, 64, 95, 128, 256, 992, 1024};
    alone(one, 10);
    double base = alone(one, rounds);
    printf("one thread        %9.0f us, %.1f us a task\n", base * 1e6, base * 1e6 / tasks);
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        if (only && sizes[k] != only)
            continue;
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
    int few[] = {1, 2, 32, 64, 256, 992};
    for (unsigned k = 0; k < sizeof few / sizeof *few; k++) {
        int threads = few[k], found = 0;
        if (only && threads != only)
            continue;
        long result = 0;
        double time = 0;
        for (int turn = 0; turn < 2; turn++) {
            double start = omp_get_wtime();
            #pragma omp target parallel num_threads(threads) map(tofrom: result)
            #pragma omp single
            fib(18, &result);
            time = omp_get_wtime() - start;
        }
        printf("%4d threads: fib(18) %9.0f us%s", threads, time * 1e6, result == 2584 ? "" : " WRONG");
        for (int turn = 0; turn < 2; turn++) {
            double start = omp_get_wtime();
            #pragma omp target parallel num_threads(threads) map(tofrom: found)
            #pragma omp single
            found = queens(8, 0, 0, 0, 0);
            time = omp_get_wtime() - start;
        }
        printf(", queens(8) %9.0f us%s", time * 1e6, found == 92 ? "" : " WRONG");
        printf(", an empty task %.2f us by one", making(threads, 0));
        printf(", %.2f by all\n", making(threads, 1));
    }
    return 0;
}
