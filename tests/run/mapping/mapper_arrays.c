// host: skip
/* Mappers of arrays whose length only the program knows: mapped again, in parts, in each other, with updates. */
#include "../test.h"
typedef struct { int n; double *v; int other[10]; } vec;
#pragma omp declare mapper(m: vec x) map(to: x.n) map(tofrom: x.v[0:x.n])
#pragma omp declare mapper(vec x) map(tofrom: x, x.v[0:x.n])
typedef struct { int count; vec *vs; vec two[2]; } set;
#pragma omp declare mapper(set s) map(to: s.count) map(mapper(m), tofrom: s.vs[0:s.count]) map(s.two)
static void init(vec *a, int n) { for (int i = 0; i < n; i++) { a[i].n = i % 7 + 1; a[i].v = calloc(a[i].n, 8); for (int j=0;j<a[i].n;j++) a[i].v[j] = j; memset(a[i].other, 0, sizeof a[i].other);} }
static int differs(vec *a, int n, double more) { int bad = 0; for (int i = 0; i < n; i++) for (int j = 0; j < a[i].n; j++) bad += a[i].v[j] != j + more; return bad; }
int main(void) {
  int n = 40;
  vec a[100], *p = malloc(100 * sizeof *p);
  init(a, 100); init(p, 100);
#pragma omp target data map(mapper(m), tofrom: a[0:n])
  {
#pragma omp target map(mapper(m), tofrom: a[0:n])
    for (int i = 0; i < n; i++) for (int j = 0; j < a[i].n; j++) a[i].v[j] += 1;
#pragma omp target teams distribute parallel for map(mapper(m), tofrom: a[0:n])
    for (int i = 0; i < n; i++) for (int j = 0; j < a[i].n; j++) a[i].v[j] += 1;
#pragma omp target update from(mapper(m): a[0:n])
    CHECK(differs(a, n, 2) == 0);
  }
  CHECK(differs(a, n, 2) == 0);
#pragma omp target data map(mapper(m), tofrom: p[0:n])
  {
#pragma omp target map(mapper(m), tofrom: p[0:n])
    for (int i = 0; i < n; i++) for (int j = 0; j < p[i].n; j++) p[i].v[j] += 1;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) for (int j = 0; j < p[i].n; j++) p[i].v[j] += 1;
  }
  CHECK(differs(p, n, 2) == 0);
#pragma omp target map(tofrom: p[0:n])
  for (int i = 0; i < n; i++) { p[i].other[3] = i; for (int j = 0; j < p[i].n; j++) p[i].v[j] += 1;}
  CHECK(differs(p, n, 3) == 0 && p[n-1].other[3] == n - 1);
#pragma omp target map(tofrom: a)
  for (int i = 0; i < 100; i++) { a[i].other[3] = i; }
  CHECK(a[99].other[3] == 99);
  /* one by one, each apart */
  for (int k = 0; k < n; k++) {
#pragma omp target enter data map(mapper(m), to: p[k:1])
  }
  for (int k = 0; k < n; k++) {
#pragma omp target map(mapper(m), to: p[k:1])
    for (int j = 0; j < p[k].n; j++) p[k].v[j] -= 3;
  }
  for (int k = 0; k < n; k++) {
#pragma omp target exit data map(mapper(m), from: p[k:1])
  }
  CHECK(differs(p, n, 0) == 0);
  /* part of it leaves first */
#pragma omp target enter data map(mapper(m), to: p[0:n])
#pragma omp target
  for (int i = 0; i < n; i++) for (int j = 0; j < p[i].n; j++) p[i].v[j] += 4;
#pragma omp target exit data map(mapper(m), from: p[0:10])
  CHECK(differs(p, 10, 4) == 0);
  CHECK(differs(p + 10, n - 10, 0) == 0 || !on_device());
#pragma omp target exit data map(mapper(m), from: p[10:n - 10])
  CHECK(differs(p, n, 4) == 0);
  set s; s.count = 30; s.vs = malloc(30 * sizeof(vec)); init(s.vs, 30); init(s.two, 2);
#pragma omp target data map(s)
#pragma omp target map(s)
  { for (int i = 0; i < s.count; i++) for (int j = 0; j < s.vs[i].n; j++) s.vs[i].v[j] += 5;
    s.two[1].v[0] = 77; }
  CHECK(differs(s.vs, 30, 5) == 0 && s.two[1].v[0] == 77);
  return test_end();
}
