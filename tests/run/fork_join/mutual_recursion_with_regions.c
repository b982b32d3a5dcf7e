/* mutual recursion forking at each level; struct by value, return struct */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
struct S { int lo,hi; long sum; char pad[3]; };
#pragma omp declare target
struct S even(struct S s);
struct S odd(struct S s){
  if(s.lo>=s.hi) return s;
#pragma omp parallel num_threads(3)
  {
#pragma omp for
    for(int i=s.lo;i<s.hi;i++)
#pragma omp atomic
      s.sum+=i;
#pragma omp single
    s.lo++;
  }
  return even(s);
}
struct S even(struct S s){
  if(s.lo>=s.hi) return s;
  struct S *p=&s;
#pragma omp parallel num_threads(34)
  {
#pragma omp critical
    p->sum+=1;
#pragma omp barrier
#pragma omp masked
    p->hi--;
  }
  struct S r=odd(s);
  r.pad[1]++;
  return r;
}
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    struct S s={0,6,0,{0,0,0}};
    struct S r=odd(s);
    /* odd(0,6): 15, lo=1; even: +34 hi=5; odd(1,5): 10; even +34 hi=4; odd(2,4): 5, lo=3; even: 34, hi=3; odd returns */
    CK(r.sum==15+10+5+3*34); CK(r.lo==3&&r.hi==3); CK(r.pad[1]==3);
    CK(s.sum==0&&s.hi==6);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
