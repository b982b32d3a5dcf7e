/* level and ancestor in functions called in divergent branches of nested; sections calling forks; single calling forks */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int info(void){ return omp_get_level()*10000+omp_get_active_level()*1000+omp_get_ancestor_thread_num(1)*10+omp_get_num_threads(); }
static int nested(void){ int r=0;
#pragma omp parallel num_threads(4) if(0)
  r=info();
  return r; }
static int sib(int*c){
#pragma omp parallel
  {
#pragma omp atomic
  (*c)++; }
  return *c; }
#pragma omp end declare target
int main(void){ int bad=0;
#pragma omp target map(tofrom:bad)
  { int r[9], c=0, d=0;
    if(nested()!=10000+1) bad=1;
#pragma omp parallel num_threads(9)
    { int me=omp_get_thread_num();
      if(me%2) r[me]=nested(); else r[me]=info();
#pragma omp single
      { d=sib(&c); }
#pragma omp sections
      {
#pragma omp section
        { if(nested()/10000!=2) bad=9; }
#pragma omp section
        if(info()%10!=9) bad=8;
      }
#pragma omp master
      c+=nested()/10000;
    }
    for(int i=0;i<9;i++) if(r[i]!=(i%2?21000+i*10+1:11000+i*10+9)) bad=2;
    if(d!=1||c!=3) bad=3;
    if(info()!=-10+1) bad=4;
  }
  if(bad) printf("%d\n",bad);
  return bad; }
