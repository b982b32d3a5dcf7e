#include <omp.h>
#include <stdio.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
#define N 100
static int calls; static int f(int v){ calls++; return v; }
int main(void){ int e=0,a[N]; for(int i=0;i<N;i++)a[i]=i; int s=0;
 for(int k=0;k<4;k++){
#pragma omp target data map(tofrom:a) if(k&1)
 {
#pragma omp target teams distribute parallel for if(target:k&2) if(parallel:k!=3) map(tofrom:a)
  for(int i=0;i<N;i++)a[i]++;
#pragma omp target update from(a) if(k&2)
 } }
 /* k=1: data present while the region runs on the host: the copy out brings the old values back where memory is not shared */
 for(int i=0;i<N;i++)C(a[i]==i+4||a[i]==i+3||a[i]==i+2)
#pragma omp target teams num_teams(f(2)) thread_limit(f(8)) map(tofrom:s)
 {
#pragma omp parallel num_threads(3)
 {
#pragma omp atomic
 s++; } }
 C(s>=1&&s<=6)
 calls=0;
#pragma omp target parallel for num_threads(f(4)) if(target:f(1)) map(tofrom:a[f(0):f(10)])
 for(int i=0;i<10;i++)a[i]=-1;
 C(a[9]==-1&&a[10]>=0)
#pragma omp target teams distribute parallel for schedule(static,(N>50?4:2)) map(tofrom:a)
 for(int i=0;i<N;i++)a[i]=i;
 C(a[99]==99)
 int st=3;
#pragma omp target teams distribute parallel for map(tofrom:a) firstprivate(st)
 for(int i=N-1;i>=0;i-=st)a[i]=0;
 for(int i=0;i<N;i++)C(a[i]==((N-1-i)%3?i:0))
 return e!=0; }
