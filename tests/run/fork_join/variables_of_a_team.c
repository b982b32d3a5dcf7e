/* teams with private state across several parallels; team-private pointers; static/global per device */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
int ticket;
static int next(void){ int r;
#pragma omp atomic capture
  r=ticket++;
  return r; }
static int team_work(int team,int teams,const int*in,int n){
  int best=-1, where=-1; 
#pragma omp parallel
  { int lb=-1, lw=-1;
#pragma omp for nowait schedule(static,3)
    for(int i=team;i<n;i+=teams) if(in[i]>lb){ lb=in[i]; lw=i; }
#pragma omp critical
    if(lb>best||(lb==best&&lw<where)){ best=lb; where=lw; }
  }
  return where; }
#pragma omp end declare target
int main(void){
  int in[300], w[6], order[6], seen[6]={0}; for(int i=0;i<300;i++) in[i]=(i*7919)%1009;
  for(int lim=1;lim<100;lim+=31){
#pragma omp target teams num_teams(6) thread_limit(lim) map(to:in) map(from:w,order)
  { int t=omp_get_team_num(); int nt=omp_get_num_teams();
    order[t]=next();
    w[t]=team_work(t,nt,in,300);
    int me=t, *pm=&me;
#pragma omp parallel num_threads(lim)
    {
#pragma omp single
      *pm+=100; }
    if(me!=t+100) w[t]=-5;
    for(int k=0;k<2;k++) {
#pragma omp parallel for
      for(int i=0;i<3;i++) if(i==k) 
#pragma omp atomic
        me-=50; }
    if(me!=t) w[t]=-6; }
  for(int t=0;t<6;t++){ int b=-1,x=-1; for(int i=t;i<300;i+=6) if(in[i]>b){b=in[i];x=i;}
    if(w[t]!=x){printf("lim %d team %d: %d %d\n",lim,t,w[t],x);return 1;}
    seen[order[t]%6]++; }
  }
  for(int t=0;t<6;t++) if(seen[t]!=4) return 2;
  return 0;
}
