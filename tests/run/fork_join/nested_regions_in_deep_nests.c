/* guarded and sharing: sequential code with nested parallels in deeper nests */
#include <stdio.h>
#include <omp.h>
int main(void){ int bad=0;
  for(int lv=0;lv<4;lv++){ int r=0,seen=0;
#pragma omp target map(tofrom:r,seen) firstprivate(lv)
  {
    r=lv;
#pragma omp parallel num_threads(lv+1) if(lv!=2)
    {
      if(omp_get_thread_num()==(lv==2?1:lv/2)){
        for(int k=0;k<2;k++){
#pragma omp parallel num_threads(2)
          {
            int x=omp_get_level();
#pragma omp single
#pragma omp atomic
            seen+=x;
          }
        }
      }
#pragma omp barrier
#pragma omp single
      r+=10;
    }
    if(r>11) { 
#pragma omp parallel num_threads(3)
#pragma omp atomic
    r+=1; }
  }
  int w=lv+10; if(w>11) w+=3;
  int ws=(lv==2 ? 0 : 4);
  if(r!=w||seen!=ws){printf("%d: %d %d\n",lv,r,seen);bad=1;}
  }
  return bad; }
