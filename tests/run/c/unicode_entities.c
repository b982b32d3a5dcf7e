// host: skip (gcc's assembler for nvptx knows no such names)
/* Functions, kernels and variables with static storage whose names are beyond ASCII: nvcc takes no such name of an
 * entity of the device. */
#include "../test.h"

struct Maß {
    double höhe;
    int é;
};
enum Größe { klein = 1, groß };

double tábla[3] = { 1, 2, 3 };
static const int naïf[4] = { 1, 2, 3, 4 };
int zähler;
/* A name that the first one would be printed as. */
int z_u00e4hler = 100;
#pragma omp declare target to(tábla, zähler, z_u00e4hler, naïf)
double verknüpft[2] = { 7, 8 };
#pragma omp declare target link(verknüpft)

static double Δ(double x)
{
    return x * 2;
}

static int _u0394(int x)
{
    return x + 1000;
}

static double \u03a3(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

static double maß(struct Maß m, enum Größe g)
{
    static const double fäktor[2] = { 0.5, 2 };
    return m.höhe * fäktor[m.é] + (g == groß);
}

static int fällt(int n)
{
    return n < 2 ? n : fällt(n - 1) + fällt(n - 2);
}

#pragma omp declare target
static void füllen(int *a, int n)
{
    #pragma omp parallel for
    for (int ï = 0; ï < n; ï++)
        a[ï] = ï + zähler;
}
#pragma omp end declare target

static void größe(double *s)
{
    #pragma omp target map(tofrom: s[0:1])
    *s = 4;
}

/* Its name is that which a kernel of the function above would have. */
static int größe_1(int x)
{
    #pragma omp target map(tofrom: x)
    x += 1;
    return x;
}

static int gr_u00f6_u00dfe_1(int x)
{
    return x + 5;
}

int main(void)
{
    double s = 0;
    größe(&s);
    CHECK(s == 4 && größe_1(3) == 4);

    int i = 0;
    #pragma omp target map(tofrom: s, i)
    {
        double µ = tábla[1];
        s = Δ(µ) + \u03a3(tábla, 3);
        i = _u0394(naïf[3]) + fällt(10) + gr_u00f6_u00dfe_1(0);
    }
    CHECK(s == 10 && i == 1064);

    struct Maß m = { 4, 1 };
    #pragma omp target map(tofrom: s) map(to: m)
    s = maß(m, groß);
    CHECK(s == 9);

    int a[10];
    zähler = 3;
    #pragma omp target update to(zähler)
    #pragma omp target map(from: a)
    {
        füllen(a, 10);
        zähler = 5;
        z_u00e4hler++;
    }
    #pragma omp target update from(zähler, z_u00e4hler)
    CHECK(a[9] == 12 && zähler == 5 && z_u00e4hler == 101);

    #pragma omp target map(tofrom: verknüpft)
    verknüpft[1] += verknüpft[0];
    CHECK(verknüpft[1] == 15);
    printf("%g %d\n", s, i);
    return test_end();
}
