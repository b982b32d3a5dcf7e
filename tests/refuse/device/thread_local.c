// expect: R6030 at 6, "pass it to functions as an argument"
static _Thread_local int counter;
#pragma omp declare target
int next(void)
{
    return counter++;
}
#pragma omp end declare target
