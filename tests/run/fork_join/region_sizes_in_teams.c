#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int cnt(int n){ int c=0;
#pragma omp parallel num_threads(n) reduction(+:c)
  c++;
  return c; }
typedef int (*fp)(int);
#pragma omp end declare target
int main(void){ int r[6]={0},s[5]={0};
#pragma omp target teams distribute num_teams(2) map(tofrom:r)
  for(int i=0;i<6;i++){ int q=0; r[i]=cnt(40);
#pragma omp parallel for num_threads(3) reduction(+:q)
    for(int j=0;j<5;j++) q++;
    r[i]+=q; }
#pragma omp target map(tofrom:s)
  { fp f=cnt; s[0]=f(50);
#pragma omp parallel num_threads(2)
    s[omp_get_thread_num()+1]=1;
    s[3]=f(100); }
  for(int i=0;i<6;i++) if(r[i]!=45) {printf("%d %d\n",i,r[i]);return 1;}
  if(s[0]!=50||s[3]!=100){printf("%d %d\n",s[0],s[3]);return 2;}
  return 0; }
