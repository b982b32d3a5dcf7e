/* scope construct, loop construct, simd inside, single nowait with barrier, flush; order of nested worksharing in functions */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
static void sweep(int *v,int n){
#pragma omp loop bind(parallel)
  for(int i=0;i<n;i++) v[i]++;
}
static long dot(const int*a,const int*b,int n){ long s=0;
#pragma omp parallel for simd reduction(+:s) num_threads(17)
  for(int i=0;i<n;i++) s+=(long)a[i]*b[i];
  return s; }
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int v[90]; for(int i=0;i<90;i++) v[i]=0; int bad=0;
#pragma omp parallel num_threads(41)
    { sweep(v,90); sweep(v,90); 
#pragma omp for simd
      for(int i=0;i<90;i++) v[i]*=2;
#pragma omp single nowait
      v[0]+=100; 
    }
    CK(v[0]==104&&v[89]==4);
    CK(dot(v,v,90)==104*104+89*16);
    int tot=0;
#pragma omp parallel num_threads(33) shared(tot)
    {
#pragma omp scope reduction(+:tot)
      { tot+=2; }
      if(tot!=66)
#pragma omp atomic write
        bad=1; 
#pragma omp barrier
      int x=0;
#pragma omp simd reduction(+:x)
      for(int i=0;i<10;i++) x+=i;
      if(x!=45)
#pragma omp atomic write
        bad=2;
    }
    CK(!bad);
#pragma omp parallel loop num_threads(9) reduction(+:tot)
    for(int i=0;i<50;i++) tot+=i;
    CK(tot==66+1225);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
