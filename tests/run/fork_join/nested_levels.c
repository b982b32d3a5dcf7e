/* nested, without set_num_threads */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#define BAD do { _Pragma("omp atomic write") bad=__LINE__; } while(0)
#pragma omp declare target
int depth(int d){
  int r=0, l=omp_get_level();
#pragma omp parallel num_threads(3) reduction(+:r)
  {
    if(omp_get_level()!=l+1) r+=1000000;
    int t=1;
    if(d>0) t=depth(d-1);
    r+= t*(omp_get_thread_num()==0);
#pragma omp barrier
#pragma omp single
    r+=1;
  }
  if(omp_get_level()!=l) r+=1000000;
  return r;
}
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int bad=0,cnt=0;
#pragma omp parallel num_threads(6)
    {
      int me=omp_get_thread_num();
      int priv[3]={me,me+1,me+2};
      for(int rep=0;rep<2;rep++){
#pragma omp parallel num_threads(3) firstprivate(priv) 
      {
        if(omp_get_level()!=2||omp_get_ancestor_thread_num(1)!=me||omp_get_team_size(1)!=6||omp_get_active_level()!=1+(omp_get_num_threads()>1)||!omp_in_parallel()||omp_get_team_size(2)!=omp_get_num_threads()||omp_get_ancestor_thread_num(2)!=omp_get_thread_num()) BAD;
        priv[1]+=rep; if(priv[1]!=me+1+rep) BAD;
#pragma omp for
        for(int i=0;i<10;i++)
#pragma omp atomic
          cnt+=1;
#pragma omp single
        {
#pragma omp atomic
        cnt+=1000;
        }
#pragma omp barrier
#pragma omp sections
        {
#pragma omp section
#pragma omp atomic
         cnt+=100000;
        }
#pragma omp parallel
        { if(omp_get_level()!=3||omp_get_ancestor_thread_num(1)!=me) BAD;
        }
      }
      }
#pragma omp barrier
      if(omp_get_level()!=1||omp_get_thread_num()!=me||omp_get_num_threads()!=6) BAD;
      int q=0;
#pragma omp parallel for reduction(+:q) lastprivate(priv)
      for(int i=0;i<20;i++) {q+=i; priv[0]=i;}
      if(q!=190||priv[0]!=19) BAD;
    }
    CK(cnt==12*101010);
    if(bad&&!err) err=bad;
    cnt=depth(3);
    CK(cnt==5);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
