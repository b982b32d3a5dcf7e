// Advice that holds: what it asks for is not there yet, and following it changes no result.

// Every team would execute all of it: `num_teams` is not what keeps it from a device's other SMs.
void undistributed(int n, double *a)
{
#pragma omp target teams num_teams(1) map(tofrom: a[0:n])
    {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += a[i];
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] /= s;
    }
}

void partly(int n, double *a, double *b)
{
#pragma omp target teams num_teams(3) map(tofrom: a[0:n], b[0:n])
    {
#pragma omp distribute
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] = 2;
    }
}

void distributed(int n, double *a)
{
#pragma omp target teams num_teams(1) map(tofrom: a[0:n])
    {
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
#pragma omp target teams distribute parallel for num_teams(2) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
}

// An address that is computed is no access.
void address(int n, const double *b, double *r)
{
#pragma omp target teams distribute parallel for map(to: b[0:n * 600]) map(from: r[0:n])
    for (int i = 0; i < n; i++) {
        const double *p = &b[i * 600];
        r[i] = p == b ? 1 : 2;
    }
}

// Neighbouring threads have neighbouring memory already.
void columns(int n, double *a, const double *b)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: b[0:n * 512]) map(from: a[0:n * 512])
    for (int i = 0; i < 512; i++)
        for (int j = 0; j < n; j++)
            a[j * 512 + i] = b[j * 512 + i];
}

// Regions have no more threads than `thread_limit` says.
void limited(int n, int m, double *a)
{
#pragma omp target teams distribute parallel for num_threads(1024) thread_limit(128) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target teams distribute parallel for num_threads(64) thread_limit(m) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma omp target teams thread_limit(64) map(tofrom: a[0:n])
    {
#pragma omp parallel for num_threads(128)
        for (int i = 0; i < n; i++)
            a[i] += 1;
#pragma omp parallel for num_threads(32)
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
}

// It reduces into a variable declared directly before the region: `num_threads` keeps the result from the other threads.
void result(int n, double *out, const double *b)
{
#pragma omp target teams distribute map(from: out[0:n]) map(to: b[0:4096])
    for (int t = 0; t < n; t++) {
        double s = 0;
#pragma omp parallel for reduction(+: s) num_threads(128)
        for (int i = 0; i < 4096; i++)
            s += b[4095 - i] * t;
        out[t] = s;
    }
}
