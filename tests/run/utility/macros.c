/* Macros in directives that the host's preprocessor passes on as they are. */
#include "../test.h"

#define N 100
#define HOLDS(x) ((x) == N)
#define WIDTH 4

static int run(int n)
{
    int s = 0;
    #pragma omp target map(tofrom: s)
    {
        #pragma omp assume holds(n == N)
        {
            for (int i = 0; i < n; i++)
                s += i;
        }
        #pragma omp assume holds(HOLDS(n))
        s++;
#undef WIDTH
#define WIDTH 8
        #pragma omp unroll partial(WIDTH)
        for (int i = 0; i < 16; i++)
            s++;
    }
    return s;
}

int main(void)
{
    CHECK(run(N) == N * (N - 1) / 2 + 17);
    return test_end();
}
