// expect: R2004 at 6, "nowait"
int main(void)
{
    int n = 10, sum = 0;
    #pragma omp target parallel map(tofrom: sum)
    #pragma omp for nowait
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for if (i == 3)
        #pragma omp atomic
        sum += i;
    }
    return sum;
}
