// silent
// What is written before anything reads it, though a loop stands in front.
#include <stdlib.h>
struct box { double *y; };
#pragma omp declare target
static double *seen;
static void fill(void);
static void fill(void) { seen[0] = 1; }
#pragma omp end declare target

int distinct(int n, int *uniq)
{
    int have = 0;
    #pragma omp target map(from: uniq[0:n]) map(tofrom: have)
    for (int i = 0; i < n; i++) {
        int dup = 0;
        for (int k = 0; k < have; k++)
            dup |= uniq[k] == i * i % 7;
        if (!dup)
            uniq[have++] = i * i % 7;
    }
    return have;
}

void loops(int n, double (*L)[n], const double *b, double *x)
{
    #pragma omp target map(to: L[0:n], b[0:n]) map(from: x[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < i; j++)
            s += L[i][j] * x[j];
        x[i] = b[i] - s;
    }
    #pragma omp target map(from: x[0:n])
    for (int i = 0; i < n; i++) {
        double s = 1;
        int j = 0;
        while (j < i) {
            s += x[j];
            j++;
        }
        x[i] = s;
    }
    #pragma omp target map(from: x[0:n])
    for (int i = 0; i < n; i++) {
        double s = 1;
        int j = 0;
        do {
            if (j >= i)
                break;
            s += x[j++];
        } while (1);
        x[i] = s;
    }
    #pragma omp target map(from: x[0:n])
    for (int i = 0; i < n; i++) {
        for (int j = i - 1;; j--) {
            if (j < 0)
                break;
            if (x[j] > 2)
                break;
        }
        x[i] = i;
    }
    #pragma omp target map(from: x[0:n])
    for (int i = 0; i < n; i++) {
        switch (i) {
        case 0:
            x[0] = 1;
            break;
        default:
            x[i] = x[i - 1] + 1;
        }
    }
    #pragma omp target map(from: x[0:n])
    for (int i = 0; i < n; i++) {
        if (!i) {
            x[i] = 0;
            continue;
        }
        x[i] = x[i - 1];
    }
    #pragma omp target map(from: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = i && x[i - 1] > 0 ? 1 : 2;
    #pragma omp target map(from: x[0:n])
    {
        int i = 0;
        goto start;
    next:
        x[i] = x[i - 1] + 1;
    start:
        if (i == 0)
            x[0] = 1;
        if (++i < n)
            goto next;
    }
}

void stack(int n, int *stack, int *out)
{
    #pragma omp target map(from: stack[0:n], out[0:n])
    {
        int sp = 0;
        for (int i = 0; i < n; i++) {
            while (sp > 0)
                out[i] = stack[--sp];
            stack[sp++] = i;
        }
    }
}

static void add(int n, double *y)
{
    #pragma omp target map(from: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += 1;
}
void caller(int n, double *v)
{
    #pragma omp target data map(tofrom: v[0:n])
    add(n, v);
}

double last(int n, const double *x, struct box *s)
{
    double last;
    #pragma omp target map(from: last) map(to: x[0:n])
    {
        #pragma omp parallel for lastprivate(last)
        for (int i = 0; i < n; i++)
            last = x[i];
        last += 1;
    }
    double *y = malloc(n * sizeof *y), *same = y;
    #pragma omp target map(from: y[0:n])
    {
        same[0] = 1;
        y[0] += last;
    }
    #pragma omp target map(from: seen[0:n])
    {
        fill();
        seen[0]++;
    }
    last += y[0];
    free(y);
    return last;
}
