#include <omp.h>
#include <stdio.h>
#define N 137
#define T(cl) { int a[N],b[N]; for(int i=0;i<N;i++)a[i]=b[i]=0; \
 _Pragma(cl) for(int i=0;i<N;i++){ a[i]+=i+1; b[i]=1; } \
 for(int i=0;i<N;i++) if(a[i]!=i+1){e++;printf("%s %d\n",cl,i);break;} }
int main(void){ int e=0; int ch=3;
T("omp target parallel for schedule(static)")
T("omp target parallel for schedule(static,1)")
T("omp target parallel for schedule(static,ch)")
T("omp target parallel for schedule(dynamic)")
T("omp target parallel for schedule(dynamic,5)")
T("omp target parallel for schedule(guided)")
T("omp target parallel for schedule(guided,4)")
T("omp target parallel for schedule(auto)")
T("omp target parallel for schedule(runtime)")
T("omp target parallel for schedule(monotonic:static,2)")
T("omp target parallel for schedule(nonmonotonic:dynamic,2)")
T("omp target parallel for simd schedule(simd:static,5)")
T("omp target teams distribute parallel for dist_schedule(static,10)")
T("omp target teams distribute parallel for dist_schedule(static,10) schedule(static,1)")
T("omp target teams distribute parallel for dist_schedule(static,10) schedule(dynamic,3)")
T("omp target teams distribute parallel for dist_schedule(static) schedule(guided) num_teams(3) thread_limit(8)")
T("omp target teams distribute parallel for num_threads(5) num_teams(2)")
T("omp target teams distribute dist_schedule(static,7)")
T("omp target teams distribute simd simdlen(4) safelen(8)")
T("omp target teams distribute parallel for simd schedule(dynamic) order(concurrent)")
T("omp target teams loop")
T("omp target parallel loop order(concurrent)")
 // static schedule mapping
 { int b[64],nt=0; 
#pragma omp target parallel map(from:b,nt) num_threads(4)
 {
#pragma omp single
  nt=omp_get_num_threads();
#pragma omp for schedule(static,4)
  for(int i=0;i<64;i++)b[i]=omp_get_thread_num();
 }
 for(int i=0;i<64;i++)if(b[i]!=(i/4)%nt){e++;break;}
 }
 return e!=0; }
