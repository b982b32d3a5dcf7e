// expect: R2003 at 5
int f(int *a) {
#pragma omp target map(tofrom: a[0:4])
  {
#pragma omp parallel num_threads(-3)
    { a[1] = 2; goto out; }
    out: ;
  }
  return 0;
}
