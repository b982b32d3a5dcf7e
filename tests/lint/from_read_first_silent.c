// silent
struct pair { int a, b; };
void set(double *x);
#pragma omp declare target to(set)
void fine(int n, const double *x, double *y, double *z, int m[4][4], struct pair *p)
{
    double s;
    #pragma omp target map(from: s) map(to: x[0:n])
    {
        s = 0;
        for (int i = 0; i < n; i++)
            s += x[i];
    }
    #pragma omp target teams distribute parallel for map(from: y[0:n]) map(from: p[0:n])
    for (int i = 0; i < n; i++) {
        y[i] = i;
        y[i] += 1;
        p[i].a = 1;
        p[i].b = p[i].a;
    }
    #pragma omp target data map(tofrom: z[0:n])
    {
        #pragma omp target map(from: z[0:n])
        z[0] += 1;
    }
    #pragma omp target map(from: m[0:4]) map(from: y[0:n])
    {
        for (int i = 0; i < 4; i++)
            m[i][0] = m[i][1] = 0;
        m[1][1]++;
        set(y);
        y[0]++;
    }
    /* What omp_target_associate_ptr, or another file, has put there. */
    #pragma omp target map(always, from: y[0:1])
    y[0]++;
    y[0] = s;
}
