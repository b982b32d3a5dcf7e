// expect: R6022 at 6
void f(int n, const int *a, int *b)
{
    #pragma omp target teams map(to: a[0:n]) map(tofrom: b[0:n])
    for (int again = 0; again < 2; again++) {
        #pragma omp loop bind(teams) reduction(+: b[0:n])
        for (int i = 0; i < n; i++) {
            b[i] = b[i] + a[i];
            b[0] = b[i];
        }
    }
}
