/* Names that device functions need: variables, and a function of another file. */
double scale = 2;
#pragma omp declare target enter(scale)
 int offset;
#pragma omp declare target enter(offset)
 /* of each */ int other;
extern double elsewhere(double);
#pragma omp declare target enter(elsewhere)

static double line(double x)
{
    return scale * x + offset + elsewhere(x);
}

void lines(int n, double *x)
{
    #pragma omp target teams distribute parallel for map(x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = line(x[i]);
}
