/* Loops whose iterations are handed out while they run, in a function of another file. */
#include "../../test.h"

#pragma omp declare target
void dynamic(int *v);
void guided(int *v);
void in_order(int *v, int *last);
#pragma omp end declare target

int main(void)
{
    for (int threads = 1; threads < 70; threads += 11) {
        int v[64] = {0}, last = -1;
        #pragma omp target map(tofrom: v, last)
        {
            #pragma omp parallel num_threads(threads)
            dynamic(v);
            #pragma omp parallel num_threads(threads)
            {
                guided(v);
                in_order(v, &last);
            }
        }
        int right = last == 63;
        for (int i = 0; i < 64; i++)
            right = right && v[i] == 111;
        CHECK(right);
    }
    return test_end();
}
