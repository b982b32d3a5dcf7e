/* `use_device_addr` of arrays: in the block the name means the whole array, in `sizeof`, behind `&`, and as an
 * operand of nested constructs. */
#include "../test.h"

#define N 100

int main(void)
{
    int a[N], m[4][5], copy[N];
    int host = omp_get_initial_device(), device = omp_get_default_device();
    size_t bytes = 0, row = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int i = 0; i < 20; i++)
        m[i / 5][i % 5] = i;
    #pragma omp target data map(tofrom: a, m)
    {
        #pragma omp target data use_device_addr(a, m)
        {
            int (*whole)[N] = &a;
            int (*rows)[5] = m;
            bytes = sizeof a;
            row = sizeof(m[0]);
            omp_target_memcpy(copy, a, sizeof a, 0, 0, host, device);
            #pragma omp target is_device_ptr(whole, rows)
            {
                (*whole)[3] = 33;
                rows[2][1] = 77;
            }
            #pragma omp target has_device_addr(a, m)
            {
                a[4] = 44;
                m[1][1] = sizeof m;
            }
            #pragma omp target data use_device_addr(a)
            {
                int *first = &a[0], *fifth = a + 5;
                #pragma omp target is_device_ptr(first, fifth)
                {
                    first[0] = -1;
                    *fifth = -5;
                }
            }
        }
    }
    CHECK(bytes == N * sizeof(int) && row == 5 * sizeof(int));
    for (int i = 0; i < N; i++)
        CHECK(copy[i] == i);
    CHECK(a[3] == 33 && a[4] == 44 && m[2][1] == 77 && m[1][1] == 20 * sizeof(int) && a[0] == -1 && a[5] == -5);
    return test_end();
}
