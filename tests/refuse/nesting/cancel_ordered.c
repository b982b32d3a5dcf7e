// expect: R2004 at 5, "ordered"
int main(void)
{
    int n = 10, sum = 0;
    #pragma omp target parallel for ordered map(tofrom: sum)
    for (int i = 0; i < n; i++) {
        #pragma omp cancel for if (i == 3)
        #pragma omp ordered
        sum += i;
    }
    return sum;
}
