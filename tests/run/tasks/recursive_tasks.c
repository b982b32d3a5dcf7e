/* Tasks in functions that call themselves, at any depth; more of them than there is room for; queens, trees and
   pointers to variables of the maker. */
#include "../test.h"

#pragma omp declare target
static void fib(int n, long *result)
{
    if (n < 2) {
        *result = n;
        return;
    }
    long x, y;
    #pragma omp task shared(x)
    fib(n - 1, &x);
    #pragma omp task shared(y) final(n < 5)
    fib(n - 2, &y);
    #pragma omp taskwait
    *result = x + y;
}

static long into_struct(int depth)
{
    struct pair {
        long left;
        long *right;
    } both;
    long other = 0;
    both.left = 0;
    both.right = &other;
    if (depth == 0)
        return 1;
    struct pair *p = &both;
    #pragma omp task
    p->left = into_struct(depth - 1);
    #pragma omp task
    *p->right = into_struct(depth - 1);
    #pragma omp taskwait
    return both.left + other;
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
        #pragma omp task shared(found)
        found[c] = queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    #pragma omp taskwait
    for (int c = 0; c < n; c++)
        all += found[c];
    return all;
}

/* A chain of tasks, each inside the one before. */
static void down(int depth, int *deepest)
{
    if (depth == 0) {
        #pragma omp atomic
        deepest[0]++;
        return;
    }
    #pragma omp task
    down(depth - 1, deepest);
}

static int by_parameter(int n)
{
    #pragma omp task shared(n)
    n = n * 2;
    #pragma omp taskwait
    return n;
}
#pragma omp end declare target

static void run(int threads)
{
    long result = 0, paired = 0;
    int solutions = 0, deepest = 0, twice = 0, many = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: result, paired, solutions, deepest, twice, many)
    {
        #pragma omp single
        fib(13, &result);
        #pragma omp single nowait
        paired = into_struct(6);
        #pragma omp single
        solutions = queens(6, 0, 0, 0, 0);
        #pragma omp masked
        down(40, &deepest);
        #pragma omp masked
        twice = 0;
        #pragma omp barrier
        int mine = by_parameter(omp_get_thread_num() + 1);
        #pragma omp atomic
        twice += mine;
        // More than the memory for tasks holds.
        #pragma omp single
        {
            for (int i = 0; i < 9000; i++) {
                #pragma omp task
                {
                    #pragma omp atomic
                    many++;
                }
            }
        }
    }
    CHECK(result == 233);
    CHECK(paired == 64);
    CHECK(solutions == 4);
    CHECK(deepest == 1);
    CHECK(twice == threads * (threads + 1));
    CHECK(many == 9000);
}

int main(void)
{
    run(1);
    run(5);
    run(33);
    run(96);

    long alone = 0;
    #pragma omp target map(from: alone)
    fib(9, &alone);
    CHECK(alone == 34);
    long in_teams[3] = {0};
    #pragma omp target teams num_teams(3) map(tofrom: in_teams)
    {
        long own = 0;
        #pragma omp parallel num_threads(40)
        {
            #pragma omp single
            fib(8, &own);
        }
        in_teams[omp_get_team_num()] = own;
    }
    for (int k = 0; k < 3; k++)
        CHECK(in_teams[k] == 21 || in_teams[k] == 0 && k > 0 && !on_device());
    return test_end();
}
