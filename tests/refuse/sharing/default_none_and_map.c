// expect: R3003 at 8
/* A map is about the device's copy, and gives no data-sharing attribute in teams and parallel (5.2, 5.4.1): gcc refuses
   the host's version as well. */
void f(int n, double *p, const double *q)
{
    double a[10];
    /* Three errors: `a`, `p`, `q`; `n` has an attribute. */
    #pragma omp target teams distribute parallel for default(none) map(from: a) map(tofrom: p[0:n]) is_device_ptr(q) firstprivate(n)
    for (int i = 0; i < n; i++)
        p[i] += a[i % 10] = q[i];
}
