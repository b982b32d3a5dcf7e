/* values each thread would recompute from globals / mapped memory while another team writes: team-private. Also target scalars modified. */
#include <stdio.h>
#include <omp.h>
int main(void){ int bad[4]={0}, x=5, y[4]={1,2,3,4}; const int c=3; long acc[4]={0};
#pragma omp target teams num_teams(4) map(tofrom:bad,y,acc) firstprivate(x) thread_limit(96)
  { int t=omp_get_team_num(); x+=t; int z=x*c; int *py=&y[t]; int keep=*py;
    for(int k=0;k<3;k++){ *py+=z;
#pragma omp parallel num_threads(95) firstprivate(z)
      { int me=omp_get_thread_num(); z+=me;
        if(*py!=keep+(k+1)*(5+t)*3 && !bad[t])
#pragma omp atomic write
          bad[t]=1;
#pragma omp atomic
        acc[t]+=z; } }
    if(acc[t]!=3L*(95*z+95*47)) bad[t]=2;
    x*=2;
#pragma omp parallel num_threads(33) shared(x)
    {
#pragma omp barrier
#pragma omp single
      x++;
      if(x!=2*(5+t)+1)
#pragma omp atomic write
        bad[t]=3; }
  }
  for(int t=0;t<4;t++) if(bad[t]) {printf("%d %d\n",t,bad[t]);return 1;}
  return x!=5;
}
