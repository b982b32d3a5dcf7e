#include <stdio.h>
#include <omp.h>
int main(void){ int r=0,q=0;
#pragma omp target map(tofrom:r,q)
  {
    r=1; 
#pragma omp parallel num_threads(4)
    { for(int i=0;i<omp_get_thread_num();i++){
#pragma omp parallel shared(r)
#pragma omp atomic
        r+=1; }
    }
    q=r;
#pragma omp parallel num_threads(5)
#pragma omp atomic
        r+=1;
  }
  if(0) printf("%d %d\n",r,q);
  return r!=12||q!=7; }
