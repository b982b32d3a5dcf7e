/* teams/distribute nests: separate teams construct, distribute with sequential+parallel, distribute parallel for in sequence, lastprivate, firstprivate */
#include <stdio.h>
#include <omp.h>
int main(void){
  enum {N=100}; int a[N],b[N],c[N]; double acc[N]; int fp=7;
  for(int i=0;i<N;i++){a[i]=b[i]=c[i]=0;acc[i]=0;}
#pragma omp target map(tofrom:a,b,c,acc)
#pragma omp teams num_teams(5) thread_limit(40) firstprivate(fp)
  {
    int local=fp*2; int arr[10]; for(int i=0;i<10;i++) arr[i]=i;
#pragma omp distribute dist_schedule(static,7)
    for(int i=0;i<N;i++){
      int seq=local+i; double d=0;
#pragma omp parallel num_threads(3) reduction(+:d)
      { d+=seq; 
#pragma omp barrier
#pragma omp single
        seq++; }
#pragma omp parallel if(i%2)
      { 
#pragma omp for reduction(+:d)
        for(int j=0;j<10;j++) d+=arr[j]; 
      }
      acc[i]=d; a[i]=seq;
    }
#pragma omp distribute parallel for num_threads(33) schedule(static,2)
    for(int i=0;i<N;i++) b[i]=local+i;
#pragma omp distribute
    for(int i=0;i<N/10;i++)
#pragma omp parallel for
      for(int j=0;j<10;j++) c[i*10+j]=arr[j]+local;
  }
  int bad=0;
  for(int i=0;i<N;i++){
    if(a[i]!=15+i) bad|=1; if(b[i]!=14+i) bad|=4; if(c[i]!=i%10+14) bad|=8;
    if(acc[i]<3*(14+i)+45 || acc[i]>3*(15+i)+45) bad|=2; }
  if(bad) printf("%d\n",bad);
  return bad;
}
