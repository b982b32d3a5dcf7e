// expect: R6011 at 6
void f(int n, int *a)
{
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic memscope(all)
        a[0]++;
    }
}
