/* One device variable seen from regions of two files. */
#include "../../test.h"
#include "state.h"

int main(void)
{
    int seen = 0;
    #pragma omp target map(from: seen)
    {
        advance(4);
        state.values[3] = state.values[0] * 8;
        seen = advance(5);
    }
    CHECK(seen == 10);
    CHECK(read_step() == 10);
    #pragma omp target update from(state, shared_counter)
    CHECK(state.step == 10 && state.values[3] == 4 && shared_counter == 3);
    printf("%d %g %d\n", state.step, state.values[3], shared_counter);
    return test_end();
}
