/* A stack of work that the threads of a team share: who finds none goes on asking until all is done. */
#include "../test.h"
#include <math.h>

typedef struct { double from, to, left, middle, right, sum, error; int depth; } part;

#pragma omp declare target
static double f(double x) { return sin(x * x) + exp(-x) * cos(20 * x); }
static double simpson(double l, double m, double r, double width) { return width / 6 * (l + 4 * m + r); }
#pragma omp end declare target

static double integral(int threads)
{
    double result = 0;
    #pragma omp target map(tofrom: result)
    {
        part stack[512];
        int top = 0, busy = 0;
        double total = 0, l = f(0), m = f(2), r = f(4);
        stack[top++] = (part){0, 4, l, m, r, simpson(l, m, r, 4), 1e-8, 20};
        #pragma omp parallel num_threads(threads) reduction(+: total)
        {
            for (int done = 0; !done;) {
                part p;
                int have = 0;
                #pragma omp critical(stack)
                {
                    if (top > 0) {
                        p = stack[--top];
                        busy++;
                        have = 1;
                    } else if (busy == 0)
                        done = 1;
                }
                if (!have)
                    continue;
                double middle = (p.from + p.to) / 2, a = f((p.from + middle) / 2), b = f((middle + p.to) / 2);
                double left = simpson(p.left, a, p.middle, middle - p.from);
                double right = simpson(p.middle, b, p.right, p.to - middle), change = left + right - p.sum;
                int split = p.depth > 0 && fabs(change) >= 15 * p.error;
                if (!split)
                    total += left + right + change / 15;
                #pragma omp critical(stack)
                {
                    if (split) {
                        stack[top++] = (part){p.from, middle, p.left, a, p.middle, left, p.error / 2, p.depth - 1};
                        stack[top++] = (part){middle, p.to, p.middle, b, p.right, right, p.error / 2, p.depth - 1};
                    }
                    busy--;
                }
            }
        }
        result = total;
    }
    return result;
}

/* The same with a lock, and work that makes more work. */
static int countdown(int threads)
{
    int done = 0;
    #pragma omp target map(tofrom: done)
    {
        omp_lock_t lock;
        int left = 300, busy = 0, made = 40;
        omp_init_lock(&lock);
        #pragma omp parallel num_threads(threads)
        for (;;) {
            int have = 0, over = 0;
            omp_set_lock(&lock);
            if (left > 0) {
                left--;
                busy++;
                have = 1;
            } else if (busy == 0)
                over = 1;
            omp_unset_lock(&lock);
            if (over)
                break;
            if (!have)
                continue;
            omp_set_lock(&lock);
            if (made > 0) {
                made--;
                left += 2;
            }
            done++;
            busy--;
            omp_unset_lock(&lock);
        }
        omp_destroy_lock(&lock);
    }
    return done;
}

int main(void)
{
    static const int threads[] = {1, 2, 5, 8, 31, 32, 33, 95, 256};
    const double right = integral(1);
    for (unsigned i = 0; i < sizeof threads / sizeof *threads; i++) {
        CHECK(fabs(integral(threads[i]) - right) < 1e-9);
        CHECK(countdown(threads[i]) == 380);
    }
    return test_end();
}
