/* several target constructs and fork-join functions: return inside sequential branch via function, recursion both before and after regions (ackermann-like), deep recursion with shared frames */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
static int fib(int n){ int a=n, b;
  if(n<2) return n;
  a=fib(n-1); b=fib(n-2); int c=0;
#pragma omp parallel num_threads(2) 
  { int x= omp_get_num_threads()==1 ? a+b : (omp_get_thread_num()? a:b);
#pragma omp atomic
    c+=x; }
  return c; }
static void qs(int*v,int n){
  if(n<2) return;
  int piv=v[n/2], lt=0, eq=0, gt=0; int tmp[40];
#pragma omp parallel for num_threads(4) reduction(+:lt,eq)
  for(int i=0;i<n;i++){ lt+=v[i]<piv; eq+=v[i]==piv; }
  int l=0,e=lt,g=lt+eq;
#pragma omp parallel for num_threads(4) shared(l,e,g)
  for(int i=0;i<n;i++){ int k; 
    if(v[i]<piv){
#pragma omp atomic capture
      k=l++;
    } else if(v[i]==piv){
#pragma omp atomic capture
      k=e++;
    } else {
#pragma omp atomic capture
      k=g++;
    }
    tmp[k]=v[i]; }
  for(int i=0;i<n;i++) v[i]=tmp[i];
  qs(v,lt); qs(v+lt+eq,n-lt-eq);
}
static int deep(int n,int *acc){ char pad[64]; for(int i=0;i<64;i++) pad[i]=n;
  if(n==0) return 0;
  int r=deep(n-1,acc);
#pragma omp parallel for num_threads(8) reduction(+:r)
  for(int i=0;i<64;i++) r+=pad[i];
  return r; }
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    CK(fib(9)==34);
    int v[40]; for(int i=0;i<40;i++) v[i]=i*17%41;
    qs(v,40); for(int i=1;i<40;i++) CK(v[i-1]<=v[i]);
    int z=0; CK(deep(30,&z)==64*465);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
