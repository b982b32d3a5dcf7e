#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
#define N 48
static double A[N][N],B[N][N];
typedef struct {double x,y,z,vx,vy,vz,m;} Body;
static int jacobi(void){ int e=0; double (*u)[N]=calloc(N,sizeof *u),(*v)[N]=calloc(N,sizeof *v),(*r)[N]=calloc(N,sizeof *r),(*q)[N]=calloc(N,sizeof *q);
 for(int i=0;i<N;i++){u[i][0]=v[i][0]=r[i][0]=q[i][0]=i;} double err=1,er2=1; int it=0,it2=0;
#pragma omp target data map(tofrom:u[0:N][0:N]) map(alloc:v[0:N][0:N])
 {
#pragma omp target teams distribute parallel for collapse(2)
 for(int i=0;i<N;i++)for(int j=0;j<N;j++)v[i][j]=u[i][j];
 while(err>1e-2&&it<60){ err=0;
#pragma omp target teams distribute parallel for collapse(2) reduction(max:err)
  for(int i=1;i<N-1;i++)for(int j=1;j<N-1;j++){ v[i][j]=0.25*(u[i-1][j]+u[i+1][j]+u[i][j-1]+u[i][j+1]); err=fmax(err,fabs(v[i][j]-u[i][j])); }
#pragma omp target teams distribute parallel for collapse(2)
  for(int i=1;i<N-1;i++)for(int j=1;j<N-1;j++)u[i][j]=v[i][j];
  it++; } }
 while(er2>1e-2&&it2<60){ er2=0; for(int i=1;i<N-1;i++)for(int j=1;j<N-1;j++){ q[i][j]=0.25*(r[i-1][j]+r[i+1][j]+r[i][j-1]+r[i][j+1]); er2=fmax(er2,fabs(q[i][j]-r[i][j])); } for(int i=1;i<N-1;i++)for(int j=1;j<N-1;j++)r[i][j]=q[i][j]; it2++; }
 C(it==it2) for(int i=0;i<N;i++)for(int j=0;j<N;j++)C(fabs(u[i][j]-r[i][j])<1e-9) free(u);free(v);free(r);free(q); return e; }
static int lu(void){ int e=0; for(int i=0;i<N;i++)for(int j=0;j<N;j++){A[i][j]=B[i][j]=(i==j)?N*2:((i*7+j*3)%11)*0.1;}
#pragma omp target data map(tofrom:A)
 for(int k=0;k<N;k++){
#pragma omp target teams distribute parallel for
  for(int i=k+1;i<N;i++)A[i][k]/=A[k][k];
#pragma omp target teams distribute
  for(int i=k+1;i<N;i++){ double f=A[i][k];
#pragma omp parallel for simd
   for(int j=k+1;j<N;j++)A[i][j]-=f*A[k][j]; } }
 for(int k=0;k<N;k++){ for(int i=k+1;i<N;i++)B[i][k]/=B[k][k]; for(int i=k+1;i<N;i++)for(int j=k+1;j<N;j++)B[i][j]-=B[i][k]*B[k][j]; }
 for(int i=0;i<N;i++)for(int j=0;j<N;j++)C(fabs(A[i][j]-B[i][j])<1e-9) return e; }
static int scan(void){ int e=0; enum{M=64}; int a[M],t[M],src=0; for(int i=0;i<M;i++)a[i]=i*3%7;  int ref[M]; int s=0; for(int i=0;i<M;i++){s+=a[i];ref[i]=s;}
#pragma omp target parallel map(tofrom:a) map(alloc:t) num_threads(32)
 { int *x=a,*y=t; for(int d=1;d<M;d*=2){
#pragma omp for
   for(int i=0;i<M;i++) y[i]=i>=d?x[i]+x[i-d]:x[i];
   int *z=x;x=y;y=z; } }
 for(int i=0;i<M;i++)C(a[i]==ref[i]) (void)src; return e; }
static int bfs(void){ int e=0; enum{V=200}; int off[V+1],adj[V*3],lev[V],ref[V]; int k=0; for(int i=0;i<V;i++){off[i]=k; adj[k++]=(i*2+1)%V; adj[k++]=(i*3+2)%V; if(i%3==0)adj[k++]=(i+7)%V;} off[V]=k;
 for(int i=0;i<V;i++)lev[i]=ref[i]=-1; lev[0]=ref[0]=0; int l=0,ch=1;
#pragma omp target data map(to:off,adj) map(tofrom:lev)
 while(ch){ ch=0;
#pragma omp target teams distribute parallel for map(tofrom:ch)
  for(int v=0;v<V;v++) { int mine;
#pragma omp atomic read
   mine=lev[v];
   if(mine==l) for(int j=off[v];j<off[v+1];j++){ int w=adj[j],o; 
#pragma omp atomic capture compare
    { o=lev[w]; if(lev[w]==-1){lev[w]=l+1;} }
    if(o==-1){
#pragma omp atomic write
     ch=1; } } }
  l++; }
 ch=1;l=0; while(ch){ch=0; for(int v=0;v<V;v++)if(ref[v]==l)for(int j=off[v];j<off[v+1];j++)if(ref[adj[j]]<0){ref[adj[j]]=l+1;ch=1;} l++;}
 for(int i=0;i<V;i++)C(lev[i]==ref[i]) return e; }
static int nbody(void){ int e=0; enum{K=40}; Body *b=malloc(K*sizeof *b),*c=malloc(K*sizeof *c); for(int i=0;i<K;i++){b[i]=(Body){i*.1,i*.2,-i*.3,0,0,0,1+i%3};} memcpy(c,b,K*sizeof *b);
 for(int st=0;st<3;st++){
#pragma omp target teams distribute parallel for map(tofrom:b[:K])
 for(int i=0;i<K;i++){ double fx=0,fy=0,fz=0; for(int j=0;j<K;j++){ if(i==j)continue; double dx=b[j].x-b[i].x,dy=b[j].y-b[i].y,dz=b[j].z-b[i].z,r=sqrt(dx*dx+dy*dy+dz*dz+1e-3); double f=b[j].m/(r*r*r); fx+=f*dx;fy+=f*dy;fz+=f*dz; } b[i].vx+=.01*fx;b[i].vy+=.01*fy;b[i].vz+=.01*fz; }
#pragma omp target parallel for simd map(tofrom:b[:K])
 for(int i=0;i<K;i++){b[i].x+=.01*b[i].vx;b[i].y+=.01*b[i].vy;b[i].z+=.01*b[i].vz;}
 for(int i=0;i<K;i++){ double fx=0,fy=0,fz=0; for(int j=0;j<K;j++){ if(i==j)continue; double dx=c[j].x-c[i].x,dy=c[j].y-c[i].y,dz=c[j].z-c[i].z,r=sqrt(dx*dx+dy*dy+dz*dz+1e-3); double f=c[j].m/(r*r*r); fx+=f*dx;fy+=f*dy;fz+=f*dz; } c[i].vx+=.01*fx;c[i].vy+=.01*fy;c[i].vz+=.01*fz; }
 for(int i=0;i<K;i++){c[i].x+=.01*c[i].vx;c[i].y+=.01*c[i].vy;c[i].z+=.01*c[i].vz;} }
 for(int i=0;i<K;i++)C(fabs(b[i].x-c[i].x)<1e-9&&fabs(b[i].vz-c[i].vz)<1e-9) free(b);free(c); return e; }
int main(void){ int e=0; e+=jacobi(); e+=lu(); e+=scan(); e+=bfs(); e+=nbody(); return e!=0; }
