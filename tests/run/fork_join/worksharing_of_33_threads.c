/* constructs with 33 threads; nowait, sections > threads, dynamic, for in for-loop, break from a loop with barrier */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int sec[6]={0}, it=0, sum=0, ord=0, sing=0, h[33]; int x=1, old=0;
#pragma omp parallel num_threads(33) shared(sec,it,sum,sing)
    {
      int me=omp_get_thread_num();
      for(int r=0;;r++){
#pragma omp for schedule(dynamic) nowait
        for(int i=0;i<10;i++)
#pragma omp atomic
          sum+=i;
#pragma omp barrier
        if(r==3) break;
#pragma omp single
        it++;
#pragma omp sections nowait
        {
          sec[0]++;
#pragma omp section
          sec[1]++;
#pragma omp section
          { sec[2]++; sec[3]++; }
        }
#pragma omp single nowait
#pragma omp atomic
        sing++;
      }
      h[me]=0;
#pragma omp barrier
#pragma omp for schedule(static,1)
      for(int i=0;i<33;i++) h[32-i]=me;
#pragma omp masked filter(me%2)
      if(me>1)
#pragma omp atomic
        ord++;
#pragma omp critical(a)
      { int t=x; x=t+1;
#pragma omp critical(b)
        old+=t; }
#pragma omp for reduction(max:ord) schedule(dynamic,7)
      for(int i=0;i<100;i++) if(i>ord) ord=i;
    }
    CK(sum==4*45); CK(it==3); CK(sing==3); CK(sec[0]==3&&sec[1]==3&&sec[2]==3&&sec[3]==3);
    for(int i=0;i<33;i++) CK(h[i]==32-i);
    CK(x==34); CK(old==33*34/2); CK(ord==99);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
