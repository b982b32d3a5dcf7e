/* The programs of the implicit data-sharing paper: n scalars, and k arrays of 96 ints, that the sequential part of a
 * target region writes and a parallel region of 96 threads reads. What is compared is not their time but what their
 * kernels take: shared memory, registers, teams on an SM. */
#include <stdio.h>

#define THREADS 96

#pragma omp declare target
static int value(int *p)
{
    return (*p)++;
}
#pragma omp end declare target

/* A region with these declarations, whose threads each add this sum. */
#define REGION(name, declarations, sum)                                                                                \
    static void name(int *out)                                                                                         \
    {                                                                                                                  \
        _Pragma("omp target map(tofrom: out[0:THREADS])")                                                              \
        {                                                                                                              \
            declarations                                                                                               \
            _Pragma("omp parallel for num_threads(THREADS)")                                                           \
            for (int i = 0; i < THREADS; i++)                                                                          \
                out[i] += sum;                                                                                         \
        }                                                                                                              \
    }

#define INT_1(a) int a = value(out);
#define INT_2(a) INT_1(a##0) INT_1(a##1)
#define INT_4(a) INT_2(a##0) INT_2(a##1)
#define INT_8(a) INT_4(a##0) INT_4(a##1)
#define INT_16(a) INT_8(a##0) INT_8(a##1)
#define INT_32(a) INT_16(a##0) INT_16(a##1)
#define INT_64(a) INT_32(a##0) INT_32(a##1)
#define SUM_1(a) a
#define SUM_2(a) SUM_1(a##0) + SUM_1(a##1)
#define SUM_4(a) SUM_2(a##0) + SUM_2(a##1)
#define SUM_8(a) SUM_4(a##0) + SUM_4(a##1)
#define SUM_16(a) SUM_8(a##0) + SUM_8(a##1)
#define SUM_32(a) SUM_16(a##0) + SUM_16(a##1)
#define SUM_64(a) SUM_32(a##0) + SUM_32(a##1)

REGION(scalars_1, INT_1(a), SUM_1(a))
REGION(scalars_2, INT_2(a), SUM_2(a))
REGION(scalars_4, INT_4(a), SUM_4(a))
REGION(scalars_8, INT_8(a), SUM_8(a))
REGION(scalars_16, INT_16(a), SUM_16(a))
REGION(scalars_32, INT_32(a), SUM_32(a))
REGION(scalars_64, INT_64(a), SUM_64(a))

#define ARRAY(a)                                                                                                       \
    int a[THREADS];                                                                                                    \
    for (int i = 0; i < THREADS; i++)                                                                                  \
        a[i] = value(out + i);

REGION(arrays_1, ARRAY(a), a[i])
REGION(arrays_2, ARRAY(a) ARRAY(b), a[i] + b[i])
REGION(arrays_3, ARRAY(a) ARRAY(b) ARRAY(c), a[i] + b[i] + c[i])
REGION(arrays_4, ARRAY(a) ARRAY(b) ARRAY(c) ARRAY(d), a[i] + b[i] + c[i] + d[i])

static void run(const char *name, void (*region)(int *))
{
    int out[THREADS];
    unsigned sum = 0;
    for (int i = 0; i < THREADS; i++)
        out[i] = i;
    region(out);
    for (int i = 0; i < THREADS; i++)
        sum = sum * 31 + (unsigned)out[i];
    printf("%s %u\n", name, sum);
}

int main(void)
{
#define RUN(name) run(#name, name);
    RUN(scalars_1)
    RUN(scalars_2)
    RUN(scalars_4)
    RUN(scalars_8)
    RUN(scalars_16)
    RUN(scalars_32)
    RUN(scalars_64)
    RUN(arrays_1)
    RUN(arrays_2)
    RUN(arrays_3)
    RUN(arrays_4)
    return 0;
}
