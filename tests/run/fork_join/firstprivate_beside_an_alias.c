/* firstprivate read-only + alias through global pointer, arrays, nested region capture */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int *g; static void set(int v){ *g=v; }
#pragma omp end declare target
int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { int a[4]={1,2,3,4}, x=3; g=&a[1]; 
#pragma omp parallel num_threads(6) firstprivate(a,x)
    {
#pragma omp barrier
#pragma omp single
      set(77);
      if(a[1]!=2)
#pragma omp atomic write
      bad=1;
#pragma omp parallel num_threads(1) firstprivate(a)
      if(a[1]!=2)
#pragma omp atomic write
        bad=2;
    }
    if(a[1]!=77) bad=3;
    g=&x;
#pragma omp parallel for num_threads(6) firstprivate(x)
    for(int i=0;i<6;i++) if(x!=3)
#pragma omp atomic write
      bad=4;
#pragma omp parallel num_threads(6) shared(x)
    {
#pragma omp for firstprivate(x) nowait schedule(static,1)
      for(int i=0;i<6;i++) if(x!=3)
#pragma omp atomic write
        bad=5;
#pragma omp barrier
#pragma omp single
      set(4);
      if(x!=4)
#pragma omp atomic write
        bad=6; }
  }
  if(bad) printf("%d\n",bad);
  return bad; }
