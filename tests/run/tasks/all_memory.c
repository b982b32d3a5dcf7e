// host: skip
/* `depend` of `omp_all_memory` on constructs of the host, after tasks of the host and of the device (OpenMP 5.2, 15.9.5). */
#include "../test.h"

#define N 1000

static int a[N], b[N], c;

int main(void)
{
    int wrong = 0;
    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp target teams distribute parallel for nowait depend(out: a) map(from: a)
        for (int i = 0; i < N; i++)
            a[i] = i;
        #pragma omp target teams distribute parallel for nowait depend(out: b) map(from: b)
        for (int i = 0; i < N; i++)
            b[i] = i;
        #pragma omp task depend(out: c) shared(c)
        c = 7;
        if (N > 1)
            #pragma omp target teams distribute parallel for nowait depend(inout: omp_all_memory) map(a, b) map(to: c)
            for (int i = 0; i < N; i++)
                a[i] += b[i] + c;
        else
            wrong++;
        #pragma omp target nowait depend(in: a) map(a)
        a[0] = 5;
        #pragma omp task depend(out: c) shared(c)
        c = 8;
        #pragma omp target enter data depend(out: omp_all_memory) map(to: c)
        #pragma omp task depend(out: c) shared(c)
        c = 9;
        #pragma omp target update depend(in: b) depend(out: omp_all_memory) to(c)
        #pragma omp target map(from: wrong)
        wrong = c != 9;
        #pragma omp target exit data map(delete: c)
        #pragma omp taskwait
    }
    CHECK(wrong == 0);
    for (int i = 1; i < N; i++)
        CHECK(a[i] == 2 * i + 7);
    CHECK(a[0] == 5);
    return test_end();
}
