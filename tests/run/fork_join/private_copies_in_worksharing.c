/* private copies: private arrays/structs addressed; inner block variables shared by inner constructs; copyprivate of struct/array; lastprivate in sections; firstprivate on single/for/sections */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
typedef struct { int a[3]; double d; } T;
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    T t={{1,2,3},4}; int arr[4]={9,9,9,9}; int bad=0, lp=0; int fpv=5;
#pragma omp parallel num_threads(37) private(t,arr) shared(bad,lp) firstprivate(fpv)
    {
      T *pt=&t; int me=omp_get_thread_num();
      pt->a[1]=me; for(int i=0;i<4;i++) arr[i]=me+i;
#pragma omp single copyprivate(t,arr)
      { t.a[1]=-7; t.d=2.5; for(int i=0;i<4;i++) arr[i]=i*i; }
      if(pt->a[1]!=-7||t.d!=2.5||arr[3]!=9) 
#pragma omp atomic write
        bad=__LINE__;
      fpv+=me;
#pragma omp sections lastprivate(lp)
      {
#pragma omp section
        lp=1;
#pragma omp section
        lp=2;
      }
      if(lp!=2)
#pragma omp atomic write
        bad=__LINE__;
      int q=100;
      (void)q;
#pragma omp barrier
#pragma omp for firstprivate(lp) schedule(static)
      for(int i=0;i<37;i++) { lp+=i; if(lp<2)
#pragma omp atomic write
        bad=__LINE__; }
      if(fpv!=5+me)
#pragma omp atomic write
        bad=__LINE__;
      int hold[3];
#pragma omp single copyprivate(hold)
      { hold[0]=me; hold[1]=-me; hold[2]=7; }
      if(hold[0]+hold[1]||hold[2]!=7)
#pragma omp atomic write
        bad=__LINE__;
    }
    if(bad&&!err) err=bad;
    CK(t.a[1]==2&&t.d==4&&arr[2]==9&&fpv==5); CK(lp==2);
    int v=3;
#pragma omp parallel num_threads(3)
    {
#pragma omp single firstprivate(v)
      { v++; if(v!=4) bad=1; }
#pragma omp for lastprivate(v)
      for(int i=0;i<10;i++) v=i;
#pragma omp sections firstprivate(v)
      { 
#pragma omp section
        { v++; if(v!=10) bad=2; } }
    }
    CK(!bad); CK(v==9);
    for(int i=0;i<2;i++){ T local={{i,i,i},i};
#pragma omp parallel for num_threads(5) firstprivate(local)
      for(int j=0;j<20;j++){ local.a[0]++; if(local.a[1]!=i) bad=3; }
      CK(local.a[0]==i); }
    CK(!bad);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
