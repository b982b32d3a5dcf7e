/* Pointers to variable-length arrays, as parameters and otherwise. */
#include <stdio.h>
#pragma omp begin declare target
static double trace(int n, double a[n][n]) { double s = 0; for (int i = 0; i < n; i++) s += a[i][i]; return s; }
static void scale(int n, int m, double (*a)[m], double f) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] *= f; }
static double cube(int n, int m, int k, double a[n][m][k]) { return a[1][2][3] + *a[0][1] + (*a)[0][1] + a[n - 1][m - 1][k - 1]; }
static double row(int m, const double *r) { double s = 0; for (int j = 0; j < m; j++) s += r[j]; return s; }
static double rows(int n, int m, const double a[][m]) { double s = 0; for (int i = 0; i < n; i++) s += row(m, a[i]) * (i + 1); return s; }
static double mixed(int m, double (*a)[m][2]) { return a[1][1][1] + a[0][2][0]; }
static double fixed(int m, double (*a)[2][m]) { return a[1][1][1] + a[0][1][0]; }
static double walk(int n, int m, double (*a)[m]) {
    double s = 0;
    double (*p)[m] = a, (*end)[m] = a + n;
    for (; p < end; p++) s += (*p)[1];
    p -= 2;
    s += 100 * p[0][0];
    double (*q)[m] = &a[1];
    s += 1000 * (q - a);
    double (*r)[m] = p++;
    s += 10000 * (p - r) + **r + *(*(a + 1) + 1);
    s += sizeof *p + sizeof(double[n][m]);
    s += (&a[0])[1][2] + (1 + a)[0][0];
    return s;
}
static double flat(int n, int m, double *p) { double (*a)[m] = (double (*)[m])p; return a[n - 1][m - 1] + trace(2, (double (*)[2])p); }
void test(void)
{
    double a[3][3] = { {1, 2, 3}, {4, 5, 6}, {7, 8, 9} };
    double c[2][3][4];
    double d[2][3][2], e[2][2][3];
    for (int i = 0; i < 24; i++) (&c[0][0][0])[i] = i * 1.5;
    for (int i = 0; i < 12; i++) (&d[0][0][0])[i] = (&e[0][0][0])[i] = i;
    printf("%g ", trace(3, a));
    scale(3, 3, a, 2);
    printf("%g %g %g\n", trace(3, a), cube(2, 3, 4, c), rows(3, 3, (const double (*)[3])a));
    printf("%g %g %g %g\n", mixed(3, d), fixed(3, e), walk(3, 3, a), flat(3, 3, &a[0][0]));
}
#pragma omp end declare target
