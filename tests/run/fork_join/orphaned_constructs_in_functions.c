/* orphaned constructs from sequential and parallel code */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
int ofor(int *v,int n){
#pragma omp for
  for(int i=0;i<n;i++) v[i]+=i;
  return omp_get_num_threads();
}
int osingle(int *c){ int x=0;
#pragma omp single copyprivate(x)
  { x=42; (*c)++; }
  return x; }
void osec(int *v){
#pragma omp sections
  {
#pragma omp section
    v[0]+=1;
#pragma omp section
    v[1]+=1;
#pragma omp section
    v[2]+=1;
  }
}
void obar(int *v){
  v[omp_get_thread_num()]=1;
#pragma omp barrier
  int n=omp_get_num_threads(), s=0;
  for(int i=0;i<n;i++) s+=v[i];
#pragma omp barrier
  v[omp_get_thread_num()]=s;
}
void omast(int *c){
#pragma omp masked filter(2)
  (*c)+=10;
#pragma omp master
  (*c)+=100;
}
#pragma omp end declare target
int main(void){
  int err=0; int big[1000];
  for(int i=0;i<1000;i++) big[i]=0;
#pragma omp target map(tofrom:err,big)
  {
    int v[100], c=0, bad=0;
    for(int i=0;i<100;i++) v[i]=0;
    CK(ofor(big,1000)==1); CK(big[999]==999);
    CK(osingle(&c)==42); CK(c==1);
    osec(v); CK(v[0]==1&&v[1]==1&&v[2]==1);
    v[0]=v[1]=v[2]=0;
    obar(v); CK(v[0]==1); v[0]=0;
    omast(&c); CK(c==101);
    c=0;
    for(int nt=31;nt<36;nt++){
#pragma omp parallel num_threads(nt)
      {
        int k=ofor(big,1000);
        if(k!=nt)
#pragma omp atomic write
          bad=1;
        if(osingle(&c)!=42)
#pragma omp atomic write
          bad=2;
        obar(v);
      }
      CK(!bad); CK(c==1); c=0;
      for(int i=0;i<nt;i++){ CK(v[i]==nt); v[i]=0; }
#pragma omp parallel num_threads(nt) default(none) shared(v,c,nt)
      { osec(v); 
#pragma omp critical
        omast(&c); }
      CK(c==110); c=0;
      CK(v[0]==1&&v[1]==1&&v[2]==1); v[0]=v[1]=v[2]=0;
    }
  }
  for(int i=0;i<1000;i++) CK(big[i]==6*i);
  if(err) printf("line %d\n",err);
  return err!=0;
}
