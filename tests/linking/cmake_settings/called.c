#pragma omp declare target
int back(int);
int called(int i) { return 10 * back(i); }
#pragma omp end declare target
