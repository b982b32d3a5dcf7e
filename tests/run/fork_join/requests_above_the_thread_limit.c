/* thread_limit expressions on target and teams, fork with bigger request than limit gives at most limit */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int lim(void){ return omp_get_thread_limit(); }
static int cnt(int n){ int c=0;
#pragma omp parallel num_threads(n) reduction(+:c)
  c++;
  return c; }
#pragma omp end declare target
int main(void){ int bad=0, base=20;
  for(int k=1;k<=5;k++){ int l=0,a=0,b=0,c=0,bar=0;
#pragma omp target thread_limit(base*k+1) map(tofrom:l,a,b,c,bar)
    { l=lim(); a=cnt(base*k+1); b=cnt(base*k); c=cnt(base*k+40);
#pragma omp parallel num_threads(base*k+1) reduction(+:bar)
      { bar+=1;
#pragma omp barrier
#pragma omp single nowait
        bar+=1; } }
    if(l!=base*k+1||a!=l||b!=l-1||c>l||c<1||bar!=l+1){printf("T %d: %d %d %d %d %d\n",k,l,a,b,c,bar);bad=1;}
    int L[3]={0},A[3]={0},C[3]={0};
#pragma omp target teams num_teams(3) thread_limit(k*33-1) map(tofrom:L,A,C)
    { int t=omp_get_team_num(); L[t]=lim(); A[t]=cnt(k*33-1); C[t]=cnt(1000); }
    for(int t=0;t<3;t++) if(L[t]!=k*33-1||A[t]!=L[t]||C[t]>L[t]||C[t]<1){printf("M %d: %d %d %d\n",k,L[t],A[t],C[t]);bad=1;}
  }
  return bad; }
