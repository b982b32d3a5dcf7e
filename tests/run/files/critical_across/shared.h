#pragma omp declare target
void add_there(int *to, int by);
#pragma omp end declare target
void count_there(int *x, int n);
