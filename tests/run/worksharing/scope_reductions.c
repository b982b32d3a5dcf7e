#include <omp.h>
#include <stdio.h>
int main(void){ int e=0,s=0,nt=0,b=0; int st[3]={0};
#pragma omp target parallel map(tofrom:s,nt,b) num_threads(32)
 {
#pragma omp scope reduction(+:s)
  { s+=omp_get_thread_num()+1; }
#pragma omp single
  { nt=omp_get_num_threads(); b=(s==nt*(nt+1)/2); }
 }
 if(!b){e++;printf("scope %d %d\n",s,nt);}
 // barrier ping pong
 int buf[64]={0},ok=1;
#pragma omp target parallel num_threads(16) map(tofrom:buf,ok)
 { int t=omp_get_thread_num(),n=omp_get_num_threads();
  for(int k=0;k<10;k++){ buf[t]=t*k; 
#pragma omp barrier
   if(buf[(t+1)%n]!=((t+1)%n)*k){
#pragma omp atomic write
     ok=0; }
#pragma omp barrier
  } }
 if(!ok){e++;printf("bar\n");}
 // orphaned worksharing with reduction in several for
 int r1=0; double r2=0; int mx=-100;
#pragma omp target parallel map(tofrom:r1,r2,mx)
 {
#pragma omp for reduction(+:r1) nowait
  for(int i=0;i<100;i++) r1+=i;
#pragma omp for reduction(+:r2) reduction(max:mx)
  for(int i=0;i<100;i++){ r2+=i*0.5; if(i-50>mx)mx=i-50; }
#pragma omp for
  for(int i=0;i<3;i++) { st[i]=mx; }
 }
 if(r1!=4950||r2!=2475||mx!=49||st[2]!=49){e++;printf("%d %g %d %d\n",r1,r2,mx,st[2]);}
 return e!=0; }
