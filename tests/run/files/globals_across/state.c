#include "state.h"

#pragma omp declare target
struct state state = {1, {0.5}};
int shared_counter;

int advance(int by)
{
    state.step += by;
    shared_counter++;
    return state.step;
}
#pragma omp end declare target

int read_step(void)
{
    int step = 0;
    #pragma omp target map(from: step)
    step = advance(0);
    return step;
}
