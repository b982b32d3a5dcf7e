/* two files: with f04b.c */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
extern int xtotal; int xsum(const int*,int); void xfill(int*v,int n); int xone(int*); int xrec(int); int here(int n){ int s=0;
#pragma omp parallel num_threads(n) reduction(+:s)
  s++;
  return s; }
extern int (*xfp)(int);
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int v[70]; 
    xfill(v,70); CK(v[69]==69); CK(xsum(v,70)==2415); CK(xtotal==33);
    int one=0, bad=0;
#pragma omp parallel num_threads(35)
    { xfill(v,70);
      if(xone(&one)!=35) bad=1; 
      if(omp_get_thread_num()==2 && xsum(v,70)!=2*2415) bad=2; }
    CK(one==1); CK(!bad);
    CK(xrec(4)==5+4+3+2+1);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
