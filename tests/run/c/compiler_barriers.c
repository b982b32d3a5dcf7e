// `asm` without instructions is a compiler barrier, in device code, too; its operands are evaluated.
#include "../test.h"

#define BARRIER() __asm__ __volatile__("" ::: "memory")
#define KEEP(x) asm volatile("" : "+g"(x))

static int calls;
#pragma omp declare target to(calls)

#pragma omp declare target
static int next(void) { return ++calls; }

static double kept(double x)
{
    KEEP(x);
    BARRIER();
    return x * 2;
}
#pragma omp end declare target

int main(void)
{
    int a[64], n = 64;
    double d = 0;
    long copied = 0;
    int same = 0, counted = 0;
#pragma omp target map(from : a, d, copied, same, counted)
    {
        for (int i = 0; i < n; i++) {
            int v = i;
            asm("" : "+r"(v));
            a[i] = v;
            asm volatile("" : : "r"(a[i]), "r"(&a[i]) : "memory", "cc");
        }
        d = kept(1.5);
        long from = 42, to;
        asm("" : "=r"(to) : "0"(from));
        copied = to;
        int x, y = 7;
        __asm("" : [x] "=r"(x) : [y] "r"(y), "[x]"(y + 1));
        same = x;
        asm volatile("" : : "r"(next()), "r"(next() + a[(n > 3 ? 1 : 2)]));
        asm volatile("");
        if (n)
            BARRIER();
        counted = calls;
    }
    int wrong = 0;
    for (int i = 0; i < 64; i++)
        wrong += a[i] != i;
    CHECK(wrong == 0);
    CHECK(d == 3 && copied == 42 && same == 8 && counted == 2);

    int flag = 0, seen = 0;
#pragma omp target parallel num_threads(64) map(tofrom : flag, seen)
    {
        if (omp_get_thread_num() == 40) {
#pragma omp atomic write release
            flag = 1;
        } else if (omp_get_thread_num() == 3) {
            int now = 0;
            while (!now) {
#pragma omp atomic read acquire
                now = flag;
                BARRIER();
            }
            seen = now;
        }
    }
    CHECK(seen == 1);
    return test_end();
}
