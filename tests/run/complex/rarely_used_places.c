// host: skip
#include "../test.h"
#include <complex.h>
typedef struct { double complex v; int n; } acc;
#pragma omp declare reduction(add : acc : (omp_out.v += omp_in.v, omp_out.n += omp_in.n)) initializer(omp_priv = {0, 0})
typedef double complex (*fn)(double complex);
#pragma omp declare target
static double complex sq(double complex z) { return z * z; }
static double complex id(double complex z) { return z; }
static float complex mk(float a, float b) { return a + b * I; }
double complex gl[2];
#pragma omp end declare target
int main(void) {
  acc a = {1, 0};
  int n = 500;
  double complex vla[n];
  const double complex k = 2 + I;
  for (int i = 0; i < n; i++) vla[i] = i * I;
#pragma omp target teams distribute parallel for reduction(add : a) map(tofrom: vla[0:n])
  for (int i = 0; i < n; i++) { a.v += vla[i]; a.n++; vla[i] = (i & 1 ? sq : id)(vla[i]) * k; }
  CHECK(a.n == n && a.v == 1 + I * (n * (n - 1) / 2));
  for (int i = 0; i < n; i++) CHECK(vla[i] == (i & 1 ? -(double)i * i : i * I) * k);
  double complex s = 0; float complex fs = 0; double re = 0;
#pragma omp target parallel for simd reduction(+: s, fs) reduction(max: re) num_threads(33)
  for (int i = 0; i < 100; i++) { s += mk(i, 1); fs -= 1.0i * i; if (re < creal(s)) re = creal(s); }
  CHECK(s == 4950 + 100 * I); CHECK(fs == -4950 * I);
#pragma omp target map(always, from: gl)
  {
    double complex buf[n / 100][3];
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 5; i++) for (int j = 0; j < 3; j++) buf[i][j] = i + j * I;
    gl[0] = 0;
    for (int i = 0; i < 5; i++) for (int j = 0; j < 3; j++) gl[0] += buf[i][j];
    double complex (*p)[3] = buf; double complex *q = &p[1][1];
    gl[1] = q[1] + *q; 
    struct { float complex z; } t = { .z = 3 }; t.z += 1.5; gl[1] += t.z;
    gl[1] += (double complex){7}; 
    double x = 1; x *= 2 * I + 3; gl[1] += x;  x = I * I; gl[1] += x; int w = 5.7 + I; gl[1] += w;
    gl[1] += sizeof(double complex);
    switch ((int) creal(gl[1])) { case 0: break; default: gl[1] -= 0.5i; }
  }
  CHECK(gl[0] == 30 + 15 * I); CHECK(gl[1] == (1 + 2*I) + (1 + I) + 4.5 + 7 + 3 - 1 + 5 + 16 - 0.5 * I);
#pragma omp target map(tofrom: s) 
#pragma omp parallel num_threads(40)
  { double complex t = omp_get_thread_num();
#pragma omp for reduction(*: s) schedule(dynamic)
    for (int i = 0; i < 40; i++) s *= (i & 1) ? I : -I;
#pragma omp task firstprivate(t) 
    { double complex u = t * I; 
#pragma omp atomic
    s += u; }
  }
  CHECK(s == 4950 + 100 * I + 780 * I);
  return test_end();
}
