// expect: R6001 at 8
void f(int n, const int *a, int *b)
{
    int sum = 0;
    #pragma omp target parallel for reduction(inscan, +: sum) map(to: a[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++) {
        sum += a[i];
        #pragma omp scan inclusive(sum)
        b[i] = sum;
    }
}
