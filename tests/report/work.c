/* Work that threads repeat or wait for, loops with less of it than there are threads, and one element for all. */
#define WIDTH 16

static void helper(int n, double *x)
{
    #pragma omp for
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

/* The first loop is executed by each thread, the second is shared; a loop around constructs repeats nothing. */
void repeated(int n, double *x, double *y)
{
    #pragma omp target parallel map(tofrom: x[0:n], y[0:n]) num_threads(256)
    {
        double scale = 0;
        for (int i = 0; i < n; i++)
            scale += y[i];
        for (int step = 0; step < 10; step++) {
            #pragma omp for
            for (int i = 0; i < n; i++)
                x[i] *= scale;
            helper(n, x);
        }
        for (int k = 0; k < 4; k++)
            scale *= k;
    }
}

/* One thread of each team adds up what the others wait for. */
void waited(int n, const double *x, double *y)
{
    #pragma omp target teams distribute map(to: x[0:n * n]) map(from: y[0:n])
    for (int row = 0; row < n; row++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[row * n + i];
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            y[row] = sum;
    }
    #pragma omp target teams map(to: x[0:n]) map(from: y[0:n])
    {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i];
        #pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            y[i] = sum;
    }
}

/* A thread that asks for its number may have a part of its own. */
extern int omp_get_thread_num(void);
void by_number(int n, double *x)
{
    #pragma omp target parallel map(tofrom: x[0:n]) num_threads(64)
    for (int i = omp_get_thread_num(); i < n; i += 64)
        x[i] += 1;
}

/* Sixteen iterations for a team of 256, a thousand for a device. */
void small(double *x)
{
    #pragma omp target teams distribute parallel for map(tofrom: x[0:1000])
    for (int i = 0; i < 1000; i++)
        x[i] += 1;
    #pragma omp target parallel num_threads(256) map(tofrom: x[0:1000])
    {
        #pragma omp for
        for (int i = 0; i < WIDTH; i++)
            x[i] += 1;
        #pragma omp for
        for (int i = 0; i < 1000; i++)
            x[i] += 1;
    }
}

/* All threads update `sum` and `h[2]`; the bins of `h` are spread. */
void counted(int n, const int *key, int *h, double *total)
{
    double sum = 0;
    #pragma omp target teams distribute parallel for map(to: key[0:n]) map(tofrom: h[0:64], sum, total[0:1])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic
        sum += key[i];
        #pragma omp atomic update
        h[2]++;
        #pragma omp atomic
        h[key[i] % 64] += 1;
        #pragma omp atomic write
        total[0] = 1;
        int place;
        #pragma omp atomic capture
        place = h[3]++;
        int own = place;
        #pragma omp atomic
        own += 1;
    }
    total[0] = sum;
}
