/* function pointers chosen in parallel, recursion via pointer, pointers stored in struct */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
struct op { int (*f)(struct op*,int); int k; };
static int addk(struct op*o,int x){ int c=0;
#pragma omp parallel num_threads(o->k) reduction(+:c)
  c+=x;
  return c; }
static int selfrec(struct op*o,int x){ if(x==0) return 0; 
  int l=o->f(o,x-1);
#pragma omp parallel num_threads(2)
#pragma omp atomic
  l+=x;
  return l; }
static int single1(struct op*o,int x){
#pragma omp single
  o->k+=x;
  return o->k; }
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    struct op o={addk,33}; CK(o.f(&o,2)==66);
    o.f=selfrec; CK(o.f(&o,4)==20);
    o.f=single1; o.k=1; int bad=0;
#pragma omp parallel num_threads(37) shared(o,bad)
    { if(o.f(&o,5)!=6)
#pragma omp atomic write
      bad=1; 
#pragma omp barrier
      struct op mine={addk,3};
      int r=mine.f(&mine,2);
      if(r!=2&&r!=6)
#pragma omp atomic write
      bad=2; }
    CK(!bad); CK(o.k==6);
    struct op tab[2]={{addk,5},{selfrec,1}};
    int s=0; for(int i=0;i<6;i++) s+=tab[i&1].f(&tab[i&1],i);
    CK(s==5*(0+2+4)+ (2)+(12)+(30));
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
