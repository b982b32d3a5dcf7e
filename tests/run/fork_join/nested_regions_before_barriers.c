/* nested parallel in many positions of a guarded kernel, shared results, and outer barriers after */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int inner(int k){ int s=0;
#pragma omp parallel num_threads(3) if(k&1) reduction(+:s)
  { int l=omp_get_level(); { int m=l;
#pragma omp for
  for(int i=0;i<k;i++) s+=m; } }
  return s; }
#pragma omp end declare target
int main(void){ int bad=0, r=0;
#pragma omp target map(tofrom:bad,r)
  { int t=0, u=0; r=1;
#pragma omp parallel num_threads(33) shared(t,u)
    { int me=omp_get_thread_num(); { int a[4]={0}; 
#pragma omp parallel for shared(a)
      for(int i=0;i<4;i++) a[i]+=i+me;
      if(a[3]!=3+me) bad=1; if(me%3==1){ { int b=me; 
#pragma omp parallel sections firstprivate(b)
      {
#pragma omp section
      { b++; 
#pragma omp atomic
        t+=b-me; }
#pragma omp section
#pragma omp atomic
        t+=1;
      } } } }
#pragma omp barrier
      if(t!=22) bad=2;
      switch(me){ case 5: 
#pragma omp parallel num_threads(8)
        { 
#pragma omp barrier
#pragma omp single
          u=5; 
#pragma omp masked
          u+=1; }
        break; case 6: break; default: ; }
#pragma omp barrier
      if(u!=6) bad=3;
      for(int k=0;k<me%4;k++){ int q=me;
#pragma omp parallel reduction(+:q)
        q+=1;
        if(q!=me+1) bad=4; continue; }
    }
    r+=t;
#pragma omp parallel num_threads(7)
#pragma omp atomic
    r+=1;
    if(r!=30) bad=5;
    if(inner(4)!=4||inner(5)!=5) bad=6;
  }
  if(bad) printf("%d r=%d\n",bad,r);
  return bad; }
