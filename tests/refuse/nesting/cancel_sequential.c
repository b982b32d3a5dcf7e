// expect: R6025 at 8, "outside of a parallel region"
int main(void)
{
    int n = 0;
    #pragma omp target map(tofrom: n)
    #pragma omp for
    for (int i = 0; i < 10; i++) {
        #pragma omp cancel for if (i == 3)
        n++;
    }
    return n;
}
