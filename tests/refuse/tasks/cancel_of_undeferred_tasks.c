// expect: R6025 at 10
/* The tasks of a region's sequential part are executed at once, and belong to the `taskgroup` in the text around. There
   is none here. */
int main(void)
{
    int x = 0;
    #pragma omp target map(tofrom: x)
    #pragma omp task shared(x)
    {
        #pragma omp cancel taskgroup
        x = 1;
    }
    return x;
}
