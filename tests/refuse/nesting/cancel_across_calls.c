// expect: R6025 at 16, "meet"
#pragma omp declare target
static void meet(void)
{
    #pragma omp barrier
}
#pragma omp end declare target

int main(void)
{
    int n = 0;
    #pragma omp target parallel map(tofrom: n)
    {
        #pragma omp atomic
        n++;
        #pragma omp cancel parallel if (n == 7)
        meet();
    }
    return n;
}
