/* parallel inside distribute inside a function; teams in sequence; nested function in for-increment */
#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static void rowsum(int n,const int *row,int*out){ int s=0;
#pragma omp parallel for reduction(+:s) num_threads(n>33?33:n)
  for(int j=0;j<n;j++) s+=row[j];
  *out=s; }
static int scan(int n,int*v){ /* inclusive scan by log steps */
  int tmp[128];
  for(int d=1;d<n;d*=2){
#pragma omp parallel num_threads(37)
    {
#pragma omp for
      for(int i=0;i<n;i++) tmp[i]= i>=d? v[i]+v[i-d]: v[i];
#pragma omp for
      for(int i=0;i<n;i++) v[i]=tmp[i];
    }
  }
  return v[n-1]; }
#pragma omp end declare target
int main(void){
  static int a[20][128], o[20], s[20];
  for(int i=0;i<20;i++) for(int j=0;j<128;j++) a[i][j]=i+j;
#pragma omp target teams distribute num_teams(3) map(to:a) map(from:o,s)
  for(int i=0;i<20;i++){ int mine[128], t; rowsum(i*6+1,a[i],&t); o[i]=t;
    for(int j=0;j<128;j++) mine[j]=a[i][j];
    s[i]=scan(100+i,mine); if(i==7) continue; s[i]+=mine[0]; }
  for(int i=0;i<20;i++){ int n=i*6+1, w=n*i+n*(n-1)/2; if(o[i]!=w){printf("o %d\n",i);return 1;}
    n=100+i; w=n*i+n*(n-1)/2+(i==7?0:i); if(s[i]!=w){printf("s %d %d %d\n",i,s[i],w);return 2;} }
  return 0;
}
