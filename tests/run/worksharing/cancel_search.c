#include <omp.h>
#include <stdio.h>
int main(void){ int e=0,found=0,c=0; int a[1000]; for(int i=0;i<1000;i++)a[i]=i; int after=0,n=0;
#pragma omp target parallel map(tofrom:found,c,after,n) map(to:a) num_threads(8)
 {
#pragma omp for
  for(int i=0;i<1000;i++){
   if(a[i]==77){
#pragma omp atomic write
    found=1;
#pragma omp cancel for
   }
#pragma omp cancellation point for
#pragma omp atomic
   c++; }
#pragma omp atomic
  after++;
#pragma omp barrier
#pragma omp single
  n=omp_get_num_threads();
 }
 if(!found||c>1000||c<1||after!=n)e++;
 return e; }
