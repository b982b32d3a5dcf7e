// Pointers to memory that nothing maps, and pointers that are mapped themselves.
#include <stdlib.h>
struct list { int value; struct list *next; };

double unmapped(int n)
{
    double *x = malloc(n * sizeof *x), sum = 0;
    double *y;
    y = calloc(n, sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = i;
    #pragma omp target teams distribute parallel for reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += x[i] + y[i];
    free(x);
    free(y);
    return sum;
}

void itself(int n, double *x, struct list *head)
{
    #pragma omp target map(tofrom: x)
    for (int i = 0; i < n; i++)
        x[i] = 0;
    #pragma omp target data map(to: head)
    {
        #pragma omp target
        head->value = 1;
    }
}

int literal(void)
{
    const char *message = "of the host";
    int second = 0;
    #pragma omp target map(from: second)
    second = message[1];
    return second;
}
