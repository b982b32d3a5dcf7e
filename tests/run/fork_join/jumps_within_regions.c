/* goto/labels/switch inside a region; return-like continue; loops w/ barrier uniform; sections inside switch */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  for(int mode=0;mode<4;mode++)
  {
    int s=0, t=0, ph[34]={0};
#pragma omp parallel num_threads(33+mode*31)
    {
      int me=omp_get_thread_num(), n=omp_get_num_threads(), k=0;
      switch(mode){
      case 0:
#pragma omp single
        s+=1;
        break;
      case 1:
#pragma omp sections
        {
#pragma omp section
        s+=2;
#pragma omp section
        t+=2;
        }
      /* fall */
      case 2: {
#pragma omp for
        for(int i=0;i<n;i++) { if(i&1) continue;
#pragma omp atomic
          s++; }
        } break;
      default: goto end;
      }
loop: ;
#pragma omp barrier
      if(me<33) ph[me]++;
#pragma omp barrier
      if(k<3){ if(ph[32]!=k+1)
#pragma omp atomic write
        t=-100;
        k++; goto loop; }
end: ;
#pragma omp critical
      { t++; }
    }
    if(mode==0){ CK(s==1); CK(t==33); CK(ph[5]==4); }
    if(mode==1){ CK(s==2+32); CK(t==64+2); }
    if(mode==2){ CK(s==48); CK(t==95); }
    if(mode==3){ CK(s==0); CK(t==126); CK(ph[0]==0); }
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
