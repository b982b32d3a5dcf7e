// As loops_by_pointer.c, where one of the functions has a loop behind which no thread waits: kernels that may call it have
// work queues, others of the file do not.
#pragma omp begin declare target
typedef void change(int, double *);

static void add(int n, double *x)
{
    #pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

static void halve(int n, double *x)
{
    #pragma omp for schedule(guided) nowait
    for (int i = 0; i < n; i++)
        x[i] /= 2;
}

static void fork(int n, double *x)
{
    #pragma omp parallel
    {
        add(n, x);
        halve(n, x);
    }
}
#pragma omp end declare target

void by_pointer(int n, double *x, int which)
{
    #pragma omp target parallel map(tofrom: x[0:n])
    {
        change *called = which ? add : halve;
        called(n, x);
    }
}

void by_name(int n, double *x)
{
    #pragma omp target parallel map(tofrom: x[0:n])
    add(n, x);
}

void by_function(int n, double *x)
{
    #pragma omp target map(tofrom: x[0:n])
    fork(n, x);
}
