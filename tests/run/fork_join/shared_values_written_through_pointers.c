/* implicit firstprivate-like broadcast of non-written shared variables: written by the region through pointers/functions => must be seen */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#define BAD do { _Pragma("omp atomic write") bad=__LINE__; } while(0)
#pragma omp declare target
struct H { int *p; }; static struct H gh; static int *gp[2];
static void poke(struct H *h,int v){ *h->p=v; }
static int *id(int*p){ return p; }
static void pokeg(int v){ *gp[1]=v; }
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int bad=0;
    int a=1,b=2,c=3,d=4,e=5; struct H h={&a}; int *q=id(&b); gp[1]=&c; int *arr[2]={&d,&e};
    unsigned char *bytes=(unsigned char*)&e; (void)bytes;
    for(int r=0;r<3;r++){
#pragma omp parallel num_threads(33) shared(a,b,c,d,e)
    {
      if(a!=1+r||b!=2+r||c!=3+r||d!=4+r||e!=5+r) BAD;
#pragma omp barrier
#pragma omp single
      { poke(&h,a+1); *q=b+1; pokeg(c+1); ++*arr[0]; ++*arr[1]; }
      if(a!=2+r||b!=3+r||c!=4+r||d!=5+r||e!=6+r) BAD;
    }
    CK(a==2+r&&b==3+r&&c==4+r&&d==5+r&&e==6+r);
    }
    CK(!bad);
    if(bad&&!err) err=bad;
    int i, *pi=&i;
    for(i=0;i<6;i++){
#pragma omp parallel num_threads(3)
      { int x=i;
#pragma omp barrier
#pragma omp single
        ++*pi;
        if(i!=x+1) BAD; }
    }
    CK(i==6); CK(!bad);
    volatile int flag=0; int data=0;
#pragma omp parallel num_threads(2)
    { if(omp_get_thread_num()==0){ data=42;
#pragma omp flush
#pragma omp atomic write
        flag=1; }
#pragma omp barrier
      int f;
#pragma omp atomic read
      f=flag;
      if(f && data!=42) BAD; }
    CK(!bad);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
