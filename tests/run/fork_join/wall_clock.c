#include <omp.h>
int main(void){ int n=0;
#pragma omp target map(tofrom:n)
  { double t0=omp_get_wtime();
    while(omp_get_wtime()-t0<0.001 && n<100000){
#pragma omp parallel num_threads(40)
#pragma omp masked
      n++;
    }
  }
  return n<1; }
