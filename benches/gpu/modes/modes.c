// Ten kernels with sequential parts between parallel regions. run.sh builds this file three times, with
// guarded SPMD, fork-join, and the cost model's choice, and compares the times of each kernel.
#include <omp.h>
#include <stdio.h>

#define ROUNDS 2000
#define SIZE 4096

static double a[SIZE], b[SIZE];
static int list[SIZE];

#define KERNEL(number, name, code)                                                           \
    static double kernel_##number(int rounds)                                                \
    {                                                                                        \
        double start = omp_get_wtime();                                                      \
        code                                                                                 \
        return omp_get_wtime() - start;                                                      \
    }                                                                                        \
    static const char *const name_##number = name;

#define PRAGMA(text) _Pragma(#text)
#define TARGET PRAGMA(omp target map(tofrom: a, b, list))

// One statement of one thread, one region.
KERNEL(0, "one store, 128 threads", TARGET {
    for (int r = 0; r < rounds; r++) {
        a[0] += 1;
        PRAGMA(omp parallel for num_threads(128))
        for (int i = 1; i < 128; i++)
            a[i] += a[0];
    }
})
KERNEL(1, "one store, 32 threads", TARGET {
    for (int r = 0; r < rounds; r++) {
        a[0] += 1;
        PRAGMA(omp parallel for num_threads(32))
        for (int i = 1; i < 32; i++)
            a[i] += a[0];
    }
})
KERNEL(2, "one store, 512 threads", TARGET {
    for (int r = 0; r < rounds; r++) {
        a[0] += 1;
        PRAGMA(omp parallel for num_threads(512))
        for (int i = 1; i < 512; i++)
            a[i] += a[0];
    }
})
// A variable that only the sequential part changes.
KERNEL(3, "a scalar of the sequential part", TARGET {
    int shift = 0;
    for (int r = 0; r < rounds; r++) {
        shift = (shift + 7) % 100;
        PRAGMA(omp parallel for num_threads(128))
        for (int i = 0; i < 128; i++)
            b[i] = a[i + shift];
    }
})
// A sum that workers make and the sequential part reads.
KERNEL(4, "a reduction read back", TARGET {
    double norm = 1;
    for (int r = 0; r < rounds; r++) {
        double sum = 0;
        PRAGMA(omp parallel for num_threads(128) reduction(+: sum))
        for (int i = 0; i < 128; i++)
            sum += a[i] * norm;
        norm = sum > 1e6 ? 1e-6 : 1;
        b[r % SIZE] = sum;
    }
})
// Many small sequential steps with memory between two regions.
KERNEL(5, "a serial chain between regions", TARGET {
    for (int r = 0; r < rounds; r++) {
        int at = r % 64;
        for (int step = 0; step < 8; step++) {
            list[at] += 1;
            at = (at + list[at]) % 64;
        }
        PRAGMA(omp parallel for num_threads(128))
        for (int i = 64; i < 192; i++)
            list[i] = list[i - 64];
    }
})
// Conditions that only one thread can evaluate.
KERNEL(6, "branches on memory", TARGET {
    for (int r = 0; r < rounds; r++) {
        list[0] = (list[0] * 5 + 1) % 64;
        if (list[0] % 2) {
            list[1] += 1;
            if (list[1] % 3 == 0)
                list[2] = 0;
        } else {
            list[3] += 2;
        }
        PRAGMA(omp parallel for num_threads(96))
        for (int i = 4; i < 100; i++)
            list[i] = list[i % 4];
    }
})
// Regions one after the other with nothing between.
KERNEL(7, "three regions in a row", TARGET {
    for (int r = 0; r < rounds; r++) {
        PRAGMA(omp parallel for num_threads(256))
        for (int i = 0; i < 256; i++)
            a[i] = i;
        PRAGMA(omp parallel for num_threads(256))
        for (int i = 0; i < 256; i++)
            b[i] = a[255 - i];
        PRAGMA(omp parallel for num_threads(256))
        for (int i = 0; i < 256; i++)
            a[i] = b[i] + 1;
        a[0] = r;
    }
})
// An array of the sequential part.
KERNEL(8, "a shared array", TARGET {
    double row[64];
    for (int r = 0; r < rounds; r++) {
        row[r % 64] = r;
        PRAGMA(omp parallel for num_threads(64))
        for (int i = 0; i < 64; i++)
            row[i] += a[i];
        b[0] = row[r % 64];
    }
})
// Regions of different sizes.
KERNEL(9, "33, then 95 threads", TARGET {
    for (int r = 0; r < rounds; r++) {
        a[0] += 1;
        PRAGMA(omp parallel for num_threads(33))
        for (int i = 1; i < 33; i++)
            a[i] += a[0];
        a[0] -= 1;
        PRAGMA(omp parallel for num_threads(95))
        for (int i = 1; i < 95; i++)
            a[i] -= a[0];
    }
})

#define RUN(number)                                                                          \
    {                                                                                        \
        kernel_##number(1);                                                                  \
        double least = 1e9;                                                                  \
        for (int n = 0; n < 5; n++) {                                                        \
            double empty = kernel_##number(0), full = kernel_##number(ROUNDS);               \
            if (full - empty < least)                                                        \
                least = full - empty;                                                        \
        }                                                                                    \
        printf("%s\t%.1f\n", name_##number, least / ROUNDS * 1e9);                          \
    }

int main(void)
{
    PRAGMA(omp target enter data map(to: a, b, list))
    RUN(0) RUN(1) RUN(2) RUN(3) RUN(4) RUN(5) RUN(6) RUN(7) RUN(8) RUN(9)
    PRAGMA(omp target exit data map(from: a, b, list))
    return 0;
}
