#include <omp.h>
#include <stdio.h>
int main(void){
 int e=0; int cp[64]; int nt=0; int cnt=0; int entered=0;
 for(int i=0;i<64;i++)cp[i]=-1;
#pragma omp target parallel num_threads(32) map(tofrom:cp,nt,cnt,entered)
 { int v=-5; double d=0;
#pragma omp single copyprivate(v,d)
   { v=41; d=2.5; nt=omp_get_num_threads(); 
#pragma omp atomic
 cnt++; }
   cp[omp_get_thread_num()]=v+(int)(d*2);
#pragma omp barrier
#pragma omp single nowait
   {
#pragma omp atomic
   cnt+=100; }
#pragma omp single nowait
   {
#pragma omp atomic
   cnt+=1000; }
#pragma omp masked
   {
#pragma omp atomic
   cnt+=10000;}
#pragma omp masked filter(nt>1?1:0)
   {
#pragma omp atomic
   cnt+=100000;}
#pragma omp master
   {
#pragma omp atomic
   cnt+=1000000;}
#pragma omp critical(foo)
   { entered+=10000000/ (omp_get_num_threads()); }
 }
 for(int i=0;i<nt;i++) if(cp[i]!=46) {e++;printf("cp %d %d\n",i,cp[i]);}
 cnt+=entered;
 int want=1+100+1000+10000+100000+1000000+nt*(10000000/nt);
 if(cnt!=want){e++;printf("cnt %d want %d nt %d\n",cnt,want,nt);}
 // single copyprivate in loop, with struct & array
 struct S{int a;double b[3];}; int sum=0;
#pragma omp target parallel num_threads(8) map(tofrom:sum) 
 { struct S s; int arr[4]; 
   for(int it=0;it<5;it++){
#pragma omp single copyprivate(s,arr)
     { s.a=it; s.b[2]=it*2; arr[3]=it*3; }
#pragma omp atomic
     sum+= s.a+(int)s.b[2]+arr[3];
   } 
#pragma omp barrier
#pragma omp single
   nt=omp_get_num_threads();
 }
 (void)nt;
 int nth=0; 
#pragma omp target parallel num_threads(8) map(from:nth)
#pragma omp single
 nth=omp_get_num_threads();
 if(sum!=60*nth){e++;printf("sum %d\n",sum);}
 return e!=0;
}
