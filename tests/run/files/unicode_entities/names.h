#pragma omp declare target
double löse(const double *x, int n);
extern double wärme[4];
#pragma omp end declare target
double summe(void);
