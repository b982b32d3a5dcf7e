/* A target construct takes part in a reduction of the host's tasks. */
#include "../test.h"

int main(void)
{
    int sum = 0, a[10];
    double product = 1;
    for (int i = 0; i < 10; i++)
        a[i] = i;
    #pragma omp parallel num_threads(4)
    #pragma omp single
    #pragma omp taskgroup task_reduction(+: sum) task_reduction(*: product)
    {
        for (int i = 0; i < 8; i++) {
            #pragma omp target in_reduction(+: sum) map(to: a)
            for (int k = 0; k < 10; k++)
                sum += i * a[k];
            #pragma omp task in_reduction(+: sum) firstprivate(i)
            sum += 1000 * i;
            #pragma omp target in_reduction(*: product)
            product *= 2;
        }
    }
    CHECK(sum == 28 * 45 + 28000 && product == 256);

    sum = 5;
    #pragma omp parallel num_threads(3) reduction(task, +: sum)
    {
        #pragma omp target in_reduction(+: sum) nowait
        sum += 7;
    }
    CHECK((sum - 5) % 7 == 0 && sum > 5);
    return test_end();
}
