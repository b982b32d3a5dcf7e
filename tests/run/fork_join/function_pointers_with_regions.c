/* function pointers */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
typedef int (*fn)(int*,int);
static int f1(int*p,int n){ int s=0;
#pragma omp parallel for num_threads(33) reduction(+:s)
  for(int i=0;i<n;i++) s+=p[i];
  return s; }
static int f2(int*p,int n){
#pragma omp for
  for(int i=0;i<n;i++) p[i]*=2;
  return omp_get_num_threads(); }
static int f3(int*p,int n){ (void)p; return n; }
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int a[50]; for(int i=0;i<50;i++) a[i]=i;
    fn t[3]={f1,f2,f3}; int w[3]={1225,1,50};
    for(int i=0;i<3;i++) CK(t[i](a,50)==w[i]);
    CK(f1(a,50)==2450);
    fn g=f2; int k=0;
#pragma omp parallel num_threads(7) shared(k)
    { int r=g(a,50);
#pragma omp critical
      k+=r; }
    CK(k==49); CK(f1(a,50)==4900);
    g = k>3? f1: f3; CK(g(a,50)==4900);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
