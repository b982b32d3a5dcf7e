// expect: R2006 at 3
int a[10];
#pragma omp target teams distribute parallel for
int b[10];
