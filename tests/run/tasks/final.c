/* Final tasks and what omp_in_final says in them, in what they call and in what they include; untied, mergeable. */
#include "../test.h"

#pragma omp declare target
static int depth_of_final(int d, int limit, int *seen)
{
    int below = 0;
    if (d == 0) return 0;
    #pragma omp task final(d <= limit) shared(below) untied
    {
        int f = omp_in_final();
        if (f) {
            #pragma omp atomic
            seen[d]++;
        }
        below = depth_of_final(d - 1, limit, seen) + f;
    }
    #pragma omp taskwait
    return below;
}
#pragma omp end declare target
static void finals(int threads)
{
    int seen[12] = {0}, got = -1, nested[6] = {-1,-1,-1,-1,-1,-1}, merged = 0, order = 0;
    #pragma omp target parallel num_threads(threads) map(tofrom: seen, got, nested, merged, order)
    {
        #pragma omp single
        got = depth_of_final(10, 4, seen);
        #pragma omp single
        {
            nested[0] = omp_in_final();
            #pragma omp task final(1) shared(nested)
            {
                nested[1] = omp_in_final();
                #pragma omp task shared(nested)
                {
                    nested[2] = omp_in_final();
                    #pragma omp task if(1) shared(nested)
                    nested[3] = omp_in_final();
                }
                // included tasks: done now
                nested[4] = nested[3] + 10;
            }
            #pragma omp task if(0) shared(nested)
            nested[5] = omp_in_final();
            #pragma omp taskwait
            int x = 5;
            #pragma omp task mergeable if(0) shared(x)
            x++;
            merged = x;
            #pragma omp taskloop final(1) shared(order)
            for (int i = 0; i < 10; i++) {
                #pragma omp task shared(order)
                {
                #pragma omp atomic
                order += omp_in_final(); 
                }
            }
        }
    }
    CHECK(got == 4);
    for (int i = 0; i < 12; i++)
        CHECK(seen[i] == (i >= 1 && i <= 4));
    CHECK(nested[0] == 0 && nested[1] == 1 && nested[2] == 1 && nested[3] == 1 && nested[4] == 11 && nested[5] == 0);
    CHECK(merged == 6);
    CHECK(order == 10);
}
int main(void)
{
    int t[] = {1, 5, 32, 33, 95};
    for (int k = 0; k < 5; k++)
        finals(t[k]);
    return test_end();
}
