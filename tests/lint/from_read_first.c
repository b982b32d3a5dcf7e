// What `map(from: ...)` brings no value of is read first.
struct pair { int a, b; };
void add(int n, const double *x, double *y, int m[4][4], struct pair *p)
{
    double s = 0;
    int c = 0;
    #pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    #pragma omp target map(from: s) map(to: x[0:n])
    for (int i = 0; i < n; i++)
        s += x[i];
    #pragma omp target teams distribute parallel for map(from: c) reduction(+: c)
    for (int i = 0; i < n; i++)
        c++;
    #pragma omp target map(from: m[0:4]) map(from: p[0:n])
    {
        m[0][1]++;
        if (p[0].a > 3)
            p[0].b = 1;
    }
    y[0] = s + c;
}
