// expect: R2004 at 5, "closely nested"
#pragma omp declare target
static void stop(void)
{
    #pragma omp cancel parallel
}
#pragma omp end declare target

int main(void)
{
    #pragma omp target parallel
    stop();
    return 0;
}
