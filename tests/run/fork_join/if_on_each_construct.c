/* if clause on target / teams / parallel in combined; runs on host too */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int lev(void){ return omp_get_level(); }
#pragma omp end declare target
int main(void){ int bad=0;
  for(int h=0;h<2;h++) for(int p=0;p<2;p++){
    int n=0,l=0,s=0;
#pragma omp target parallel if(target:h) if(parallel:p) num_threads(6) map(tofrom:n,l)
    { 
#pragma omp atomic
      n++;
#pragma omp single
      l=lev(); }
    if(n!=(p?6:1)||l!=1){printf("A %d %d %d %d\n",h,p,n,l);bad=1;}
#pragma omp target if(h) map(tofrom:s)
    { int a=0;
#pragma omp parallel for if(p) num_threads(7) reduction(+:a)
      for(int i=0;i<9;i++) a+=omp_get_num_threads();
      s=a; }
    if(s!=(p?63:9)){printf("B %d %d %d\n",h,p,s);bad=1;}
    s=0;
#pragma omp target teams distribute parallel for if(target:h) if(parallel:p) num_threads(5) reduction(+:s) num_teams(2)
    for(int i=0;i<30;i++) s+=i;
    if(s!=435) bad=1;
    s=0;
#pragma omp target teams distribute if(target:h) num_teams(2) map(tofrom:s)
    for(int i=0;i<6;i++){ int q=0;
#pragma omp parallel if(p&&i%2) num_threads(i+1) reduction(+:q)
      q++;
#pragma omp atomic
      s+=q; }
    if(s!=(p?3+2+4+6:6)){printf("D %d %d %d\n",h,p,s);bad=1;}
  }
  return bad; }
