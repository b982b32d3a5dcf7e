// expect: R6030 at 6
static __thread int counter;

int main(void)
{
#pragma omp target map(tofrom: counter)
    counter++;
    return counter;
}
