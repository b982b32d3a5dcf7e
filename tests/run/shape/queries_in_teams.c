#include <omp.h>
#include <stdio.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
int main(void){ int e=0; int nt[8]={0},th[8]={0},lvl=-1,inpar=-1,bad=0,mx=0,lim=0,al=0,anc=0,tsz=0;
#pragma omp target teams num_teams(4) thread_limit(16) map(tofrom:nt,th,lvl,inpar,bad,mx,lim)
 { int t=omp_get_team_num(); nt[t]=omp_get_num_teams();
#pragma omp parallel
  { if(omp_get_num_threads()>16||omp_get_team_num()!=t||omp_get_level()!=1){
#pragma omp atomic
   bad++; }
#pragma omp atomic
   th[t]++;
#pragma omp barrier
   if(th[t]!=omp_get_num_threads()){
#pragma omp atomic
   bad+=100;}
  }
 }
 C(nt[0]>=1&&nt[0]<=4&&bad==0) for(int i=1;i<nt[0];i++)C(nt[i]==nt[0]&&th[i]>=1)
 int p=-1,q=-1,r=0;
#pragma omp target map(tofrom:p,q,r,al,anc,tsz)
 { p=omp_in_parallel(); q=omp_get_num_teams(); r=omp_get_team_num();
#pragma omp parallel num_threads(3)
  { 
#pragma omp masked
   { al=omp_get_active_level(); anc=omp_get_ancestor_thread_num(0); tsz=omp_get_team_size(1)-omp_get_num_threads(); }
#pragma omp parallel if(1)
   { 
#pragma omp atomic
     q+=omp_get_level()-2; }
  } }
 C(p==0&&q==1&&r==0) C(anc==0&&tsz==0&&al<=1)
 int w=0;
#pragma omp target map(tofrom:w)
 { 
#pragma omp parallel
  {
#pragma omp single
   w=omp_get_num_threads(); }
 }
 
 int n=0,m=0;
#pragma omp target parallel if(parallel:0) map(from:n,m)
 { n=omp_get_num_threads(); m=omp_get_thread_num(); }
 C(n==1&&m==0)
 int host=1;
#pragma omp target if(target:0) map(from:host)
 host=omp_is_initial_device();
 C(host==1)
 double t0=-1,t1=-1;
#pragma omp target map(from:t0,t1)
 { t0=omp_get_wtime(); t1=omp_get_wtime(); }
 C(t1>=t0&&t0>=0)
 (void)mx;(void)lim;(void)lvl;(void)inpar;
 return e!=0;}
