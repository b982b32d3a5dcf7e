// expect: R6025 at 10
/* The tasks of a region's sequential part run at once: nobody else could see that their group is cancelled. */
int main(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    #pragma omp taskgroup
    #pragma omp task shared(x)
    {
        #pragma omp cancel taskgroup
        x = 1;
    }
    return x;
}
