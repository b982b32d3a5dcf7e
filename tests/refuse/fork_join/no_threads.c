// expect: R2003 at 6
void f(int *a) {
#pragma omp target map(tofrom: a[0:4])
  {
    a[0] = 1;
#pragma omp parallel num_threads(0)
    a[1] = 2;
  }
}
