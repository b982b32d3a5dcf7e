/* Histograms of many bins: the updates are atomic, on a copy of the team where there is room for one. */
enum { bins = 4096 };

void histogram(const unsigned short *x, long n, int hist[bins])
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(+: hist[0:bins])
    for (long i = 0; i < n; i++)
        hist[x[i] % bins]++;
}

void of_length(const float *x, const int *cell, long n, float *highest, int first, int cells)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n], cell[0:n]) reduction(max: highest[first:cells])
    for (long i = 0; i < n; i++)
        if (x[i] > highest[cell[i]])
            highest[cell[i]] = x[i];
}

void large(const int *x, long n, double (*sums)[1000])
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(+: sums[0:1000][:])
    for (long i = 0; i < n; i++)
        sums[x[i] / 1000][x[i] % 1000] += 1.5;
}

/* The body reads what it adds up: each thread has a copy. */
void running(const int *x, int n, int *counts, int m)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(+: counts[0:m])
    for (int i = 0; i < n; i++)
        if (counts[x[i] % m] < 100)
            counts[x[i] % m] += 1;
}

// Of a short array a team has several copies, so that threads that update one element do not wait for each other.
void few_cells(long n, const int *x, double *cells)
{
    #pragma omp target teams distribute parallel for map(to: x[0:n]) reduction(+: cells[0:100])
    for (long i = 0; i < n; i++)
        cells[x[i] % 100] += 0.5;
}

// Arrays whose lengths only the launch knows have as many copies as have room for all of them.
void groups(int n, const int *group, const float *x, int m, double *sums, int *sizes)
{
    #pragma omp target teams distribute parallel for map(to: group[0:n], x[0:n]) reduction(+: sums[0:m], sizes[0:m])
    for (int i = 0; i < n; i++) {
        sums[group[i]] += x[i];
        sizes[group[i]]++;
    }
}
