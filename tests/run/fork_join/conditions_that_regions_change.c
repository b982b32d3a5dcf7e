/* guarded SPMD hazards: sequential part reads what a previous region of other threads reads; loop conditions on shared; break after region; functions with side effects without forks */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
int gcount;
static int tick(void){ return ++gcount; }
static void setp(int *p,int v){ *p=v; }
static int rd(const int*p){ return *p; }
#pragma omp end declare target
int main(void){
  int err=0; int m[64]; int n=64;
#pragma omp target map(tofrom:err,m)
  {
    int x; setp(&x,3); int y=rd(&x)+tick(); 
    CK(y==4);
    for(int i=tick();i<6;i+=tick()){   /* i=2, then +=3 -> 5, += 4 -> 9 */
#pragma omp parallel for num_threads(33)
      for(int j=0;j<64;j++) m[j]=i*100+j+y;
      setp(&x,i); y=m[63];
      CK(y==i*100+63+(i==2?4:263+4));
    }
    CK(gcount==4);
    int it=0, done=0;
    while(!done){
      it++;
#pragma omp parallel num_threads(40)
      { if(omp_get_thread_num()==37 && it==3) done=1; }
      if(it>10) break;
    }
    CK(it==3&&done);
    int best=1<<30, prev;
    do { prev=best; int lo=best;
#pragma omp parallel for num_threads(32) reduction(min:lo)
      for(int j=0;j<64;j++) { int v=(prev>1000?1000:prev)-j%3; if(v<lo) lo=v; }
      best=lo;
    } while(best>980 && best<prev);
    CK(best==980);
    m[0]=5; m[m[0]]=6; int q=m[5]; m[q]=q+m[0];
#pragma omp parallel num_threads(3)
    {
#pragma omp single
      m[1]=m[6]+q; 
    }
    CK(m[1]==17); q++; tick();
    int *p=&m[q]; *p++=1; *p=2;
#pragma omp parallel for num_threads(q-4)
    for(int j=0;j<q;j++) m[20+j]=p[-1]*10+*p;
    CK(m[26]==12); CK(gcount==5);
    { int a=1,b=2; int t=a; a=b; b=t; 
#pragma omp parallel num_threads(3) firstprivate(a,b) shared(t)
#pragma omp masked
      t=a*10+b;
      CK(t==21); a+=t; CK(a==23); }
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
