// What costs time in functions that regions call is said with the call.

struct row {
    double x, y, z;
};

static double total;

extern double elsewhere(const double *p, int i);
#pragma omp declare target to(total, elsewhere)

#pragma omp declare target
static double column(const double *p, int i, int j)
{
    return p[100 * j + i];
}

static double through_another(const double *p, int i)
{
    double sum = 0;
    for (int k = 0; k < 10; k++)
        sum += column(p, k, i);
    return sum;
}

static double component(const struct row *one)
{
    return one->y;
}

// Its array is the caller's own.
static double own(double *p, int i)
{
    p[4 * i % 16] = i;
    return p[0];
}

// What is assigned to a parameter is not what was passed.
static double other_row(const double *p, int i)
{
    i = i * i;
    return p[i];
}

static void add(double *sum, double value)
{
#pragma omp atomic
    *sum += value;
}

static void add_to_total(double value)
{
#pragma omp atomic
    total += value;
}

static void one_by_one(double *sum, double value)
{
#pragma omp critical
    *sum += value;
}

static double tree(const double *p, int i)
{
    return i > 1 ? tree(p, i / 2) + p[i] : 0;
}

static double series(const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}
#pragma omp end declare target

// The call of `column` decides which way the threads go.
void strides(int n, double *a, const double *b, const struct row *rows)
{
#pragma omp target teams distribute parallel for map(to: b[0:n * 100], rows[0:n]) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = column(b, i, 7) + column(b, 7, i);
#pragma omp target teams distribute parallel for map(to: b[0:n * 100], rows[0:n]) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++) {
        double mine[16];
        a[i] = through_another(b, i) + component(&rows[i]) + own(mine, i) + other_row(b, i);
    }
}

void atomics(int n, double *a, double *sum)
{
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: sum[0:n])
    for (int i = 0; i < n; i++) {
        add(&sum[0], a[i]);
        add(&sum[i], a[i]);
        add_to_total(a[i]);
        one_by_one(sum, a[i]);
    }
    // The elements are those of the inner loop.
#pragma omp target teams distribute map(to: a[0:n]) map(tofrom: sum[0:n])
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < n; j++)
            add(&sum[j], a[i]);
    }
}

void unknown(int n, double *a, const double *b)
{
#pragma omp target teams distribute parallel for map(to: b[0:n]) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = tree(b, i) + elsewhere(b, i);
}

typedef double function(const double *, int);
static function *const table[] = {other_row, tree};
#pragma omp declare target to(table)

void pointers(int n, double *a, const double *b)
{
#pragma omp target teams distribute parallel for map(to: b[0:n]) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = table[i % 2](b, i);
}

// Each thread of a region, and one thread outside of it, has all of the loop to do.
void loops(int n, double *a, const double *b)
{
#pragma omp target teams map(to: b[0:n]) map(tofrom: a[0:n])
    {
        double scale = series(b, n);
#pragma omp parallel
        {
            double mine = series(b, n) * scale;
#pragma omp for
            for (int i = 0; i < n; i++)
                a[i] = mine;
        }
    }
}
