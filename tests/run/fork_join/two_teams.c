/* target in a loop; kernels with different shapes share a function */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int acc(int n,int nt){ int s=0;
#pragma omp parallel for num_threads(nt) reduction(+:s) schedule(guided,2)
  for(int i=0;i<n;i++) s+=i;
  return s; }
#pragma omp end declare target
int main(void){
  int a[8]={0};
  for(int k=0;k<8;k++){
#pragma omp target map(tofrom:a[k:1]) firstprivate(k) thread_limit(32*(k+1)-k)
    { if(k&1) a[k]=acc(k*10,k+1); else { int x=acc(5,33); a[k]=x+acc(k,1); } }
#pragma omp target teams num_teams(k+1) map(tofrom:a)
    { int r=acc(10,3);
#pragma omp parallel num_threads(1)
      {
#pragma omp atomic
      a[k]+=r; } }
#pragma omp target parallel num_threads(k+1) map(tofrom:a[0:8])
    { int r=acc(3,2);
#pragma omp atomic
      a[k]+=r; }
  }
  for(int k=0;k<8;k++){ int w=(k&1)? k*10*(k*10-1)/2 : 10+k*(k-1)/2; w+=45*(k+1)+3*(k+1);
    if(a[k]!=w){printf("%d %d %d\n",k,a[k],w);return 1;} }
  return 0;
}
