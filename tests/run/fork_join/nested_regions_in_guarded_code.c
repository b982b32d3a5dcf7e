/* nested parallel regions in various guarded situations */
#include <stdio.h>
#include <omp.h>
int main(void){ int r=0,q=0,w=0;
#pragma omp target map(tofrom:r,q,w)
  {
    int s=0;
#pragma omp parallel num_threads(4) reduction(+:s)
    { int me=omp_get_thread_num();
      { int t=me;
#pragma omp parallel for reduction(+:t)
        for(int i=0;i<3;i++) t+=i;
        s+=t; }
    }
    r=s;
#pragma omp parallel num_threads(6)
    {
#pragma omp for
      for(int i=0;i<10;i++){ int t=0;
#pragma omp parallel for reduction(+:t)
        for(int j=0;j<i;j++) t+=j;
#pragma omp atomic
        q+=t; }
#pragma omp single
      {
#pragma omp parallel
#pragma omp atomic
        w+=1;
      }
#pragma omp sections
      {
#pragma omp section
#pragma omp parallel
#pragma omp atomic
        w+=10;
      }

#pragma omp masked
#pragma omp parallel
#pragma omp atomic
        w+=1000;
    }
  }
  if(r!=6+12||q!=120||w!=1011) printf("%d %d %d\n",r,q,w);
  return r!=18||q!=120||w!=1011; }
