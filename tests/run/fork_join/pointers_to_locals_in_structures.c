/* pointers to locals in structs, functions that fork, recursion */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
struct ref { int *p; struct ref *next; int n; union { float f; unsigned u; } un; };
#pragma omp declare target
static void bump(int *p,int n){
#pragma omp parallel num_threads(n)
  {
#pragma omp atomic
    *p += 1;
  }
}
static void walk(struct ref *r){
#pragma omp parallel num_threads(33) firstprivate(r)
  {
    for(;r;r=r->next)
#pragma omp atomic
      *r->p += r->n;
  }
}
static int rec(int d, struct ref *up){
  int here=d; struct ref r={&here,up,d,{0}}; int arr[4];
  for(int i=0;i<=d;i++) arr[i]=i;
  if(d==0){ walk(&r); return here; }
  int sub=rec(d-1,&r);
#pragma omp parallel for num_threads(5) reduction(+:sub)
  for(int i=0;i<=d;i++) sub+=arr[i];
  return sub+here;
}
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int a=1; bump(&a,33); CK(a==34);
    { int a=5; bump(&a,5); CK(a==10); { int a=7; struct ref s={&a,0,2,{.u=3}}; walk(&s); CK(a==7+66); bump(s.p,32); CK(a==7+66+32);} CK(a==10);}
    CK(a==34);
    struct ref *q=&(struct ref){&a,0,1,{.f=1.5f}};
#pragma omp parallel num_threads(95)
    {
#pragma omp atomic
      *q->p -= 1;
#pragma omp single
      q->un.f*=2;
    }
    CK(a==34-95); CK(q->un.f==3.0f);
    /* rec(3): here_d = d + 33*d ; */
    int r=rec(3,0);
    int want=0; 
    /* d=0: here=0+33*0=0 */ want=0;
    for(int d=1;d<=3;d++){ want+= d*(d+1)/2; want+= d+33*d; }
    CK(r==want);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
