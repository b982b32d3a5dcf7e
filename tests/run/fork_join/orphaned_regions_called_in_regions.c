/* orphaned parallel called from parallel code (nested), orphaned for in it, divergent calls */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
static int inner(int n,int me){ int s=0;
#pragma omp parallel num_threads(3) reduction(+:s)
  {
    if(omp_get_level()!=2&&omp_get_level()!=1) s-=100000;
    if(omp_get_level()==2 && omp_get_ancestor_thread_num(1)!=me) s-=100000;
#pragma omp for schedule(dynamic)
    for(int i=0;i<n;i++) s+=i;
#pragma omp barrier
#pragma omp single
    s+=1000;
#pragma omp masked
    s+=10000;
  }
  return s; }
static void leaf(int*v,int k){
#pragma omp critical
  *v+=k; }
static void tree(int d,int*v){
  if(!d){ leaf(v,1); return; }
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    tree(d-1,v);
#pragma omp section
    tree(d-1,v);
  }
}
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int a=0,b=0;
    CK(inner(10,0)==11045);
#pragma omp parallel num_threads(7)
    { int me=omp_get_thread_num();
      for(int i=0;i<me;i++){ int r=inner(i+2,me);
        if(r!=11000+(i+2)*(i+1)/2)
#pragma omp atomic
          b++; 
      }
      if(me&1) tree(2,&a);
    }
    CK(!b); CK(a==12);
    a=0; tree(4,&a); CK(a==16);
#pragma omp parallel num_threads(33)
    { if(omp_get_thread_num()==32) tree(1,&a); 
#pragma omp barrier
      if(a!=18) b=1; }
    CK(!b);
#pragma omp parallel for num_threads(33) reduction(+:b)
    for(int i=0;i<40;i++) b+=inner(2,omp_get_thread_num());
    CK(b==40*11001);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
