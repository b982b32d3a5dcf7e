#include <stdio.h>
#include <omp.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
int main(void){ int e=0; int a[64],b[64]; long s=0; 
#pragma omp target parallel for default(none) shared(a) map(from:a)
 for(int i=0;i<64;i++) a[i]=i;
 int k=3;
#pragma omp target teams distribute parallel for default(none) shared(a,b) firstprivate(k) map(to:a) map(from:b)
 for(int i=0;i<64;i++) b[i]=a[i]*k;
 C(b[63]==189)
#pragma omp target teams default(none) shared(a,b) map(tofrom:a,b) num_teams(2)
#pragma omp distribute parallel for simd aligned(a:4) nontemporal(b)
 for(int i=0;i<64;i++) b[i]=a[i]+1;
 C(b[63]==64)
#pragma omp target teams loop bind(teams) map(from:b)
 for(int i=0;i<64;i++) b[i]=i;
 C(b[10]==10)
#pragma omp target parallel map(from:b)
 {
#pragma omp loop bind(parallel)
 for(int i=0;i<64;i++) b[i]=2*i;
#pragma omp loop bind(thread)
 for(int i=0;i<1;i++) ;
 }
 C(b[63]==126)
#pragma omp target teams map(from:b)
#pragma omp loop collapse(2) order(concurrent)
 for(int i=0;i<8;i++)for(int j=0;j<8;j++) { int t=0;
#pragma omp loop bind(thread) reduction(+:t)
  for(int q=0;q<4;q++)t+=q; b[i*8+j]=t+i; }
 C(b[63]==13)
#pragma omp target map(tofrom:s)
 { int l=0;
#pragma omp simd reduction(+:l) if(simd:1)
  for(int i=0;i<64;i++)l+=i;
#pragma omp loop bind(thread) lastprivate(k)
  for(k=0;k<10;k++) l++;
  s=l+k; }
 C(s==2016+20)
 s=0; long mx=0;
#pragma omp target teams distribute reduction(+:s) reduction(max:mx)
 for(int i=0;i<20;i++){ 
#pragma omp simd reduction(+:s) reduction(max:mx)
  for(int j=0;j<10;j++){ s+=i*j; if(i*j>mx)mx=i*j; } }
 C(s==190*45&&mx==171)
 s=0;
#pragma omp target teams reduction(+:s) num_teams(3)
 {
#pragma omp parallel reduction(+:s) num_threads(5)
  s+=1; }
 C(s>=1&&s<=15)
 int t=0,t2=0,nth=1;
#pragma omp target parallel reduction(+:t,t2) reduction(max:nth) num_threads(7)
 { t+=1; t2+=omp_get_thread_num(); nth=omp_get_num_threads(); }
 C(t==nth&&t2==nth*(nth-1)/2)
 return e!=0; }
