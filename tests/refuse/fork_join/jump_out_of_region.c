// expect: R2006 at 7
void f(int *a) {
#pragma omp target map(tofrom: a[0:4])
  {
    for (int i = 0; i < 4; i++) {
#pragma omp parallel num_threads(4)
    { a[1] = 2; if (a[0]) break; }
    }
  }
}
