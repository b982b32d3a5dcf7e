/* clock-like or atomics-in-condition values */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
int ctr;
#pragma omp end declare target
int main(void){ int bad=0, n=0;
#pragma omp target map(tofrom:bad,n)
  { int t;
    ctr=0;
#pragma omp atomic capture
    t=ctr++;
    if(t!=0) bad=1;
    for(int i=0;i<3;i++){
#pragma omp atomic capture
      t=ctr++;
#pragma omp parallel num_threads(9)
      if(t!=i+1) bad=2;
    }
#pragma omp atomic read
    t=ctr;
#pragma omp critical
    { n+=t; }
#pragma omp parallel num_threads(t)
#pragma omp atomic
    n+=1;
    if(n!=8) bad=3;
#pragma omp barrier
#pragma omp single
    n++;
#pragma omp masked
    n++;
#pragma omp for
    for(int i=0;i<4;i++) n++;
#pragma omp sections
    {
#pragma omp section
      n++;
    }
    if(n!=15) bad=4;
#pragma omp parallel num_threads(n)
#pragma omp single
    n=omp_get_num_threads()*2;
    if(n!=30) bad=5;
  }
  if(bad) printf("%d %d\n",bad,n);
  return bad; }
