// expect: R4001|R3001|R5001 at 6
static _Thread_local int counter;
#pragma omp declare target
int next(void)
{
    return counter++;
}
#pragma omp end declare target
