// Variables in global memory of one launch lie where those of another lay, whichever of the host's threads launch them.
#include "../test.h"

static int first(int n)
{
    int sum = 0;
#pragma omp target map(tofrom: sum)
    {
        int a[40], b[40];
        for (int i = 0; i < 40; i++)
            a[i] = b[i] = i;
#pragma omp parallel for num_threads(33)
        for (int i = 0; i < 40; i++)
            b[i] += a[39 - i] + n;
        for (int i = 0; i < 40; i++)
            sum += b[i];
    }
    return sum;
}

static int second(int n)
{
    int sum = 0;
#pragma omp target map(tofrom: sum)
    {
        char little[3] = { 1, 2, 3 };
        double large[200];
        for (int i = 0; i < 200; i++)
            large[i] = i;
#pragma omp parallel for num_threads(7)
        for (int i = 0; i < 200; i++)
            large[i] += little[i % 3] + n;
        for (int i = 0; i < 200; i++)
            sum += (int)large[i];
    }
    return sum;
}

int main(void)
{
    int right = 0;
    for (int round = 0; round < 4; round++) {
        for (int who = 0; who < 2; who++) {
#pragma omp parallel num_threads(2) reduction(+: right)
            {
                const int me = omp_get_thread_num();
                if (me == who)
                    right += first(round) == 2 * 780 + 40 * round;
#pragma omp barrier
                if (me != who)
                    right += second(round) == 19900 + 67 * 1 + 67 * 2 + 66 * 3 + 200 * round;
#pragma omp barrier
                if (me == who)
                    right += first(round) == 2 * 780 + 40 * round;
            }
        }
    }
    CHECK(right == 4 * 2 * 3);
    return test_end();
}
