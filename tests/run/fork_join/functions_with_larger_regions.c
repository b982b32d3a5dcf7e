#include <stdio.h>
#include <omp.h>
/* function with region called from kernel whose own regions are small/none, many thread counts */
#pragma omp declare target
static int f(int n){ int c=0;
#pragma omp parallel num_threads(n) reduction(+:c)
  c++;
  return c; }
#pragma omp end declare target
int main(void){
  int bad=0;
  int nts[]={1,2,31,32,33,64,95,96,97,500,960,992};
  for(int k=0;k<12;k++){ int r=0,q=0; int n=nts[k];
#pragma omp target map(tofrom:r)
    r=f(n);
    if(r!=n) {printf("A %d %d\n",n,r);bad=1;}
#pragma omp target map(tofrom:r) thread_limit(n)
    r=f(n);
    if(r!=n) {printf("B %d %d\n",n,r);bad=1;}
#pragma omp target map(tofrom:r,q)
    { r=f(n);
#pragma omp parallel num_threads(n) reduction(+:q)
      q++; }
    if(r!=n||q!=n) {printf("C %d %d %d\n",n,r,q);bad=1;}
    q=0;
#pragma omp target map(tofrom:r,q)
    { 
#pragma omp parallel num_threads(n) reduction(+:q)
      q++;
#pragma omp parallel for num_threads(3) reduction(+:q)
      for(int i=0;i<5;i++) q++;
    }
    if(q!=n+5) {printf("D %d %d\n",n,q);bad=1;}
    q=0;
#pragma omp target teams num_teams(2) thread_limit(n) map(tofrom:q)
    { int z=0;
#pragma omp parallel num_threads(n) reduction(+:z)
      z++;
#pragma omp parallel num_threads(n)
#pragma omp single
#pragma omp atomic
      q+=z;
    }
    if(q!=2*n) {printf("E %d %d\n",n,q);bad=1;}
    q=0;
#pragma omp target parallel num_threads(n) map(tofrom:q)
    {
#pragma omp atomic
      q++;
#pragma omp barrier
      if(q!=n) 
#pragma omp atomic write
      q=-1000;
    }
    if(q!=n) {printf("F %d %d\n",n,q);bad=1;}
  }
  return bad;
}
