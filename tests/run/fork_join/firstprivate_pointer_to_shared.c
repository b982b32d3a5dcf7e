#include <stdio.h>
int main(void){ int i=5,j=9,r=0,q=0; 
#pragma omp target map(tofrom:r,q)
  { int i=5, *pi=&i, **ppi=&pi, j=9;
#pragma omp parallel num_threads(33) firstprivate(pi)
    {
#pragma omp barrier
#pragma omp single
      { **ppi=6; *ppi=&j; }
#pragma omp atomic
      *pi+=1; }
    r=i; q=*pi; }
  printf("%d %d\n",r,q); return r!=39||q!=9; }
