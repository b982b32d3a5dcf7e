// One kernel a mode; variables with every kind of attribute.
#pragma omp declare target
static int count(int *p)
{
    return ++*p;
}
#pragma omp end declare target

static const double weights[4] = {0.1, 0.2, 0.3, 0.4};

void spmd(int n, double *y, const double *x)
{
    double last = 0;
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(y[0:n]) lastprivate(last)
    for (int i = 0; i < n; i++) {
        last = x[i] * weights[i % 4];
        y[i] += last;
    }
}

void single(int *p)
{
#pragma omp target is_device_ptr(p)
    *p = 1;
}

void guarded(int n, int *out)
{
    int scale = 3;
#pragma omp target teams num_teams(2) map(tofrom: out[0:n]) firstprivate(scale) thread_limit(64)
    {
        int turns = 0;
        while (count(&turns) < 3) {
#pragma omp parallel for num_threads(33)
            for (int i = 0; i < n; i++)
                out[i] += scale * turns;
        }
    }
}
