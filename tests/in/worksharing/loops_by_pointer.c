// Loops whose iterations are handed out, in functions that pointers lead to and in kernels without such calls: what each
// kernel has in shared memory for them.
#pragma omp begin declare target
typedef void change(int, double *);

static void add(int n, double *x)
{
    #pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

static void twice(int n, double *x)
{
    #pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < n; i++)
        x[i] *= 2;
}

static void halve(int n, double *x)
{
    x[n - 1] /= 2;
}
#pragma omp end declare target

// Whatever is called, the threads wait at the end of the loop.
void by_pointer(int n, double *x, int which)
{
    #pragma omp target parallel map(tofrom: x[0:n])
    {
        change *called = which == 0 ? add : which == 1 ? twice : halve;
        called(n, x);
    }
}

void by_name(int n, double *x)
{
    #pragma omp target map(tofrom: x[0:n])
    {
        x[0] = 1;
        #pragma omp parallel
        add(n, x);
        x[0] = 2;
    }
}

void directly(int n, double *x)
{
    #pragma omp target parallel map(tofrom: x[0:n])
    {
        #pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            x[i] += 1;
        x[n - 1] = 3;
        #pragma omp barrier
    }
}
