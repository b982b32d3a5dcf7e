/* orphaned regions with default(none), static arrays, sharing of parameters modified, called with different sizes from several kernels incl. target parallel & teams distribute parallel for */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int hist[16];
static void bin(const unsigned char*p,int n){
  int k=n; 
#pragma omp parallel default(none) shared(p,n,hist) firstprivate(k) num_threads(24)
  {
    int mine[16]={0};
#pragma omp for nowait
    for(int i=0;i<n;i++) mine[p[i]&15]++;
    for(int j=0;j<16;j++) if(mine[j])
#pragma omp atomic
      hist[j]+=mine[j];
    k=0;
#pragma omp barrier
#pragma omp single
    n=k; 
  }
  if(n!=0) hist[0]=-1000;
}
static int take(int j){ int r; 
#pragma omp single copyprivate(r)
  { r=hist[j]; hist[j]=0; }
  return r; }
#pragma omp end declare target
int main(void){ unsigned char d[500]; int bad=0,t=0; for(int i=0;i<500;i++) d[i]=i*3;
#pragma omp target map(to:d)
  { bin(d,500); bin(d,100); }
#pragma omp target map(tofrom:bad,t)
  { for(int j=0;j<16;j++) t+=take(j); if(take(3)) bad=1; }
  if(t!=600) bad=2;
#pragma omp target map(to:d)
  bin(d,320);
  t=0;
#pragma omp target parallel num_threads(19) map(tofrom:t,bad)
  { int s=0; for(int j=0;j<16;j++){ int r=take(j); s+=r; if(r!=20)
#pragma omp atomic write
      bad=3; }
#pragma omp masked
    t=s; }
  if(t!=320) bad=4;
  int cnt=0;
#pragma omp target teams distribute parallel for map(to:d) reduction(+:cnt) num_teams(2) thread_limit(33)
  for(int i=0;i<10;i++){ bin(d+i,16); cnt++; }
  t=0;
#pragma omp target map(tofrom:t)
  for(int j=0;j<16;j++) t+=take(j);
  if(t!=160||cnt!=10) bad=5;
  if(bad) printf("%d t=%d\n",bad,t);
  return bad; }
