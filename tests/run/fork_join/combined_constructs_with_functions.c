/* combined constructs with sequential function calls: target parallel with orphan; target teams loop; target parallel for num_threads odd collapse; barrier in target parallel */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static void stage(int*a,int*b,int n){
#pragma omp for
  for(int i=0;i<n;i++) b[i]=a[(i+1)%n];
#pragma omp for
  for(int i=0;i<n;i++) a[i]=b[i]+1; }
static int red(int *sum,int me){
#pragma omp single
  *sum=0;
#pragma omp atomic
  *sum+=me;
#pragma omp barrier
  int r=*sum;
#pragma omp barrier
  return r; }
#pragma omp end declare target
int main(void){
  for(int nt=1;nt<=129;nt+=16){
    int a[200],b[200],sum=0,bad=0,n=0; for(int i=0;i<200;i++)a[i]=i;
#pragma omp target parallel num_threads(nt) map(tofrom:a,sum,bad,n) map(alloc:b)
    {
      for(int r=0;r<5;r++) stage(a,b,200);
      if(omp_get_num_threads()!=nt||omp_get_level()!=1)
#pragma omp atomic write
        bad=1;
      for(int r=0;r<3;r++) if(red(&sum,omp_get_thread_num())!=nt*(nt-1)/2)
#pragma omp atomic write
        bad=2;
      if(omp_get_thread_num()==nt-1) {
#pragma omp critical
#pragma omp atomic
        n++; }
#pragma omp sections
      {
#pragma omp section
      { int k=0; for(int i=0;i<3;i++) k+=i; 
#pragma omp atomic
        n+=k; }
      }
    }
    for(int i=0;i<200;i++) if(a[i]!=(i+5)%200+5){printf("nt %d a[%d]=%d\n",nt,i,a[i]);return 1;}
    if(bad||n!=4){printf("nt %d bad %d n %d\n",nt,bad,n);return 2;}
  }
  return 0;
}
