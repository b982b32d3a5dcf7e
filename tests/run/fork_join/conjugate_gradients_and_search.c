/* CG-like and bfs-like application kernels in one target */
#include <stdio.h>
#include <math.h>
#include <omp.h>
#define N 200
int main(void){
  static double A[N][N], b[N], x[N], r[N], p[N], Ap[N]; int iters=0;
  for(int i=0;i<N;i++){ for(int j=0;j<N;j++) A[i][j]= i==j?4: (i-j==1||j-i==1)?-1:0; b[i]=i%7; x[i]=0; }
#pragma omp target map(to:A,b) map(tofrom:x,iters) map(alloc:r,p,Ap)
  {
    double rr=0;
#pragma omp parallel for reduction(+:rr)
    for(int i=0;i<N;i++){ r[i]=b[i]; p[i]=b[i]; rr+=b[i]*b[i]; }
    for(iters=0; iters<N && sqrt(rr)>1e-10; iters++){
      double pap=0, rn=0, alpha;
#pragma omp parallel num_threads(95)
      {
#pragma omp for reduction(+:pap)
        for(int i=0;i<N;i++){ double s=0; for(int j=0;j<N;j++) s+=A[i][j]*p[j]; Ap[i]=s; pap+=s*p[i]; }
#pragma omp single
        alpha=rr/pap;
#pragma omp for reduction(+:rn)
        for(int i=0;i<N;i++){ x[i]+=alpha*p[i]; r[i]-=alpha*Ap[i]; rn+=r[i]*r[i]; }
      }
      double beta=rn/rr; rr=rn;
#pragma omp parallel for firstprivate(beta) schedule(dynamic,16)
      for(int i=0;i<N;i++) p[i]=r[i]+beta*p[i];
    }
  }
  for(int i=0;i<N;i++){ double s=0; for(int j=0;j<N;j++) s+=A[i][j]*x[j]; if(fabs(s-b[i])>1e-8){printf("%d\n",i);return 1;} }
  int row[65],col[256],lev[64],ne=0;
  for(int i=0;i<64;i++){ row[i]=ne; if(2*i+1<64) col[ne++]=2*i+1; if(2*i+2<64) col[ne++]=2*i+2; lev[i]=-1; } row[64]=ne;
  int maxl=0;
#pragma omp target map(to:row,col) map(tofrom:lev,maxl)
  {
    int cur[64],nxt[64],nc=1,nn; cur[0]=0; lev[0]=0; int *c=cur,*n=nxt;
    for(int l=1;nc;l++){
      nn=0;
#pragma omp parallel for num_threads(nc<33?nc:33) shared(nn)
      for(int i=0;i<nc;i++) for(int e=row[c[i]];e<row[c[i]+1];e++){ int v=col[e], pos; lev[v]=l;
#pragma omp atomic capture
        pos=nn++;
        n[pos]=v; }
      int *t=c;c=n;n=t; nc=nn; if(nc) maxl=l;
    }
  }
  if(maxl!=6||lev[63]!=6||lev[62]!=5) {printf("%d %d\n",maxl,lev[63]);return 2;}
  return iters<3;
}
