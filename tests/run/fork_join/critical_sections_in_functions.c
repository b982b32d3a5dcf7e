/* critical names, nested critical in functions, locks? atomics on shared struct members, ordered by barriers in odd region */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static void add(int*p,int v){
#pragma omp critical(one)
  { int t=*p; *p=t+v; } }
static void both(int*a,int*b){
#pragma omp critical(two)
  { add(a,1); int t=*b; *b=t+2; } }
#pragma omp end declare target
int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { struct {int a,b; struct {long c; double d; unsigned char e;} in; } s={0}; int mx=-1; int turn=0;
    add(&s.a,5);
#pragma omp parallel num_threads(35) shared(s)
    { both(&s.a,&s.b); 
#pragma omp atomic
      s.in.c-=2;
#pragma omp atomic
      s.in.d*=1.0;
#pragma omp atomic
      s.in.d+=0.5;
#pragma omp atomic
      s.in.e|=1<<(omp_get_thread_num()%8);
      int old;
#pragma omp atomic capture
      { old=turn; turn++; }
#pragma omp critical
      if(old>mx) mx=old;
      for(int r=0;r<35;r++){
#pragma omp barrier
        if(r==omp_get_thread_num()){ s.in.c*=1; turn=r; }
#pragma omp barrier
        if(turn!=r)
#pragma omp atomic write
          bad=1; }
    }
    if(s.a!=40||s.b!=70||s.in.c!=-70||s.in.d!=17.5||s.in.e!=255||mx!=34) bad=2;
  }
  if(bad) printf("%d\n",bad);
  return bad; }
