/* compound literals: in loops, in recursion, in arguments, in function bodies, struct/array/scalar, const, nested in regions */
#include <stdio.h>
#include <omp.h>
struct P { int x,y; struct P *up; };
#pragma omp declare target
static int use(struct P *p){
#pragma omp parallel num_threads(6)
  {
#pragma omp atomic
    p->x+=1; 
#pragma omp barrier
#pragma omp single
    for(struct P*q=p;q;q=q->up) q->y++; }
  return p->x; }
static int inc(int *p){
#pragma omp parallel num_threads(9)
#pragma omp atomic
  (*p)++;
  return *p; }
static int rec(int d, struct P *up){
  struct P *me=&(struct P){d,0,up};
  int r= d? rec(d-1,me): 0;
  r+=use(me)+me->y*100;
  return r; }
static int *first(int *a){ return a; }
#pragma omp end declare target
int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { if(inc(&(int){5})!=14) bad=1;
    struct P *prev=0;
    for(int i=0;i<3;i++){ struct P *p=&(struct P){i,i,0}; if(use(p)!=i+6||p->y!=i+1) bad=2; prev=p; }
    (void)prev;
    /* d=0: x=6,y: 1 -> 106; d=1: its y got 1 from below, then 1 -> 7+200; d=2: 8+300 */
    if(rec(2,0)!=106+207+308) bad=3;
    int *q=first((int[3]){1,2,3}); 
#pragma omp parallel num_threads(3)
    q[omp_get_thread_num()]*=10;
    if(q[0]!=10||q[2]!=30) bad=4;
    const int *c=(const int[]){4,5,6}; int s=0;
#pragma omp parallel num_threads(3) reduction(+:s)
    { int *mine=(int[]){omp_get_thread_num(),1}; mine[1]+=mine[0]; s+=c[mine[0]]+mine[1]; }
    if(s!=15+6) bad=5;
    struct P a=*&(struct P){7,8,&(struct P){9,9,0}}; if(use(&a)!=13||a.up->y!=10) bad=6;
  }
  if(bad) printf("%d\n",bad);
  return bad; }
