#include <omp.h>
#include <stdio.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
#pragma omp declare target
static int search(const int *a,int n,int key){ int pos=-1;
#pragma omp parallel for
 for(int i=0;i<n;i++){ 
  if(a[i]==key){
#pragma omp atomic write
   pos=i;
#pragma omp cancel for
  } }
 return pos; }
#pragma omp end declare target
int main(void){ int e=0; int a[500]; for(int i=0;i<500;i++)a[i]=i*3; int p=-1,p2=0,k=0,s=0,sec=0;
#pragma omp target map(to:a) map(from:p,p2)
 { p=search(a,500,300); p2=search(a,500,301); }
 C(p==100||1) C(p==100&&p2==-1)
 // cancel parallel
 int before=0,nt=0;
#pragma omp target map(tofrom:before,k,nt)
 {
#pragma omp parallel num_threads(8)
  { 
#pragma omp atomic
   before++;
#pragma omp single
   nt=omp_get_num_threads();
#pragma omp barrier
   if(omp_get_thread_num()==0){
#pragma omp cancel parallel
   }
#pragma omp cancellation point parallel
   for(int q=0;q<3;q++){
#pragma omp barrier
   }
   if(!omp_get_cancellation()) {
#pragma omp atomic
   k++; }
  }
 }
 C(before==nt)
 // cancel sections, dynamic schedule with reduction & lastprivate absent
#pragma omp target parallel map(tofrom:sec)
 {
#pragma omp sections
 {
#pragma omp section
  {
#pragma omp atomic
   sec++;
#pragma omp cancel sections
  }
#pragma omp section
  {
#pragma omp atomic
   sec+=10; }
 }
#pragma omp barrier
#pragma omp for schedule(dynamic,2)
  for(int i=0;i<100;i++){
#pragma omp cancel for if(i==300)
#pragma omp atomic
   sec+=100; }
 }
 C(sec%10==1||sec%10==0) C(sec/100==100)
#pragma omp target teams distribute parallel for map(tofrom:s)
 for(int i=0;i<300;i++){
#pragma omp atomic
  s++;
#pragma omp cancel for if(i==5)
#pragma omp cancellation point for
 }
 C(s>=1&&s<=300)
 return e!=0; }
