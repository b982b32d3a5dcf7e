/* Reduced structures of different alignments: a team's slot has room for both. */
#include <stdio.h>
struct Al { _Alignas(32) double m; int at; };
struct V { int n; double v; };
#pragma omp declare reduction(v: struct V: omp_out.n+=omp_in.n, omp_out.v+=omp_in.v) initializer(omp_priv = (struct V){0,0})
#pragma omp declare reduction(al: struct Al: omp_out = omp_in.m > omp_out.m ? omp_in : omp_out) initializer(omp_priv = (struct Al){-1,1<<30})
int main(void){
  int n=100003; struct V v={0}; struct Al al={-1,0};
  #pragma omp target teams distribute parallel for map(tofrom:v,al) reduction(v:v) reduction(al:al)
  for(int i=0;i<n;i++){
    v.n++; v.v+=i;
    double m=i; if(m>al.m){al.m=m;al.at=i;}
  }
  printf("%d %g %g %d\n",v.n,v.v,al.m,al.at);
}
