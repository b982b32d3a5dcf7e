// Copies of each kind on one loop.
void f(int n, int *x, int a, int b)
{
    int c = 0;
    #pragma omp target teams distribute parallel for private(a) firstprivate(b) lastprivate(c) map(tofrom: x[0:n], c)
    for (int i = 0; i < n; i++) {
        a = x[i];
        c = a + b;
        x[i] = c;
    }
}
