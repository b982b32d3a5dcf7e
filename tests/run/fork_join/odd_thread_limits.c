/* thread_limit odd, teams with sequential parts */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int tlim(void){return omp_get_thread_limit();}
static int mxt(void){return omp_get_max_threads();}
#pragma omp end declare target
int main(void){
  int fails=0;
  for(int tl=1;tl<=130;tl+=(tl<4?1:31)){
    int lim[3]={0},got[3]={0},mx[3]={0},lv[3]={0};
#pragma omp target teams num_teams(3) thread_limit(tl) map(tofrom:lim,got,mx,lv)
    {
      int t=omp_get_team_num();
      lim[t]=tlim(); mx[t]=mxt();
      int n=0;
#pragma omp parallel reduction(+:n)
      n+=1;
      int n2=0, over=0, l=0;
#pragma omp parallel num_threads(tl)
      {
#pragma omp atomic
        n2++;
#pragma omp barrier
        if(n2!=omp_get_num_threads())
#pragma omp atomic write
          over=1;
#pragma omp single
        l=omp_get_level();
      }
#pragma omp parallel num_threads(tl+50)
      { if(omp_get_num_threads()>tl && tl<9)
#pragma omp atomic write
        over=1; }
      got[t]=n>0 && n<=tl && n2<=tl && !over ? n2 : -1;
      lv[t]=l;
    }
    for(int t=0;t<3;t++){
      if(lim[t]>tl||lim[t]<1){printf("tl %d lim %d\n",tl,lim[t]);fails++;}
      if(lv[t]!=1)fails++;
      if(got[t]<1) {printf("tl %d got %d\n",tl,got[t]);fails++;}
      if(got[t]!=tl) printf("tl %d threads %d\n",tl,got[t]);
    }
  }
  return fails!=0;
}
