#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <float.h>
#include <math.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
#pragma omp declare target
static inline uint64_t rng(uint64_t *s){ *s^=*s<<13; *s^=*s>>7; *s^=*s<<17; return *s; }
static double uni(uint64_t *s){ return (double)(rng(s)>>11)*(1.0/9007199254740992.0); }
typedef struct { float x,y; } P;
static P mk(float a,float b){ P p={a,b}; return p; }
static float d2(P a,P b){ float dx=a.x-b.x,dy=a.y-b.y; return dx*dx+dy*dy; }
static const int tab[4]={3,1,4,1};
#pragma omp end declare target
static int mc(void){ int e=0; long in=0,ref=0; 
#pragma omp target teams distribute parallel for reduction(+:in) num_teams(8)
 for(int t=0;t<100;t++){ uint64_t s=88172645463325252ULL+t*7919; for(int i=0;i<50;i++){ double x=uni(&s),y=uni(&s); in+=x*x+y*y<1; } }
 for(int t=0;t<100;t++){ uint64_t s=88172645463325252ULL+t*7919; for(int i=0;i<50;i++){ double x=uni(&s),y=uni(&s); ref+=x*x+y*y<1; } }
 C(in==ref) return e; }
static int km(int n,int k){ int e=0; P pts[n],cen[k],cref[k]; int as[n],cnt[k]; float sx[k],sy[k];
 for(int i=0;i<n;i++)pts[i]=mk((i*37)%100,(i*91)%100); for(int j=0;j<k;j++)cen[j]=cref[j]=pts[j*5];
 for(int it=0;it<4;it++){ for(int j=0;j<k;j++){cnt[j]=0;sx[j]=sy[j]=0;}
#pragma omp target teams distribute parallel for map(to:pts,cen) map(from:as) map(tofrom:cnt,sx,sy)
  for(int i=0;i<n;i++){ float b=FLT_MAX; int bi=-1; for(int j=0;j<k;j++){ float d=d2(pts[i],cen[j]); if(d<b){b=d;bi=j;} } as[i]=bi;
#pragma omp atomic
   cnt[bi]++;
#pragma omp atomic
   sx[bi]+=pts[i].x;
#pragma omp atomic update
   sy[bi]+=pts[i].y; }
  for(int j=0;j<k;j++)if(cnt[j])cen[j]=mk(sx[j]/cnt[j],sy[j]/cnt[j]);
  int c2[k]; float x2[k],y2[k]; for(int j=0;j<k;j++){c2[j]=0;x2[j]=y2[j]=0;}
  for(int i=0;i<n;i++){ float b=FLT_MAX; int bi=-1; for(int j=0;j<k;j++){ float d=d2(pts[i],cref[j]); if(d<b){b=d;bi=j;} } C(as[i]==bi) c2[bi]++;x2[bi]+=pts[i].x;y2[bi]+=pts[i].y; }
  for(int j=0;j<k;j++)if(c2[j])cref[j]=mk(x2[j]/c2[j],y2[j]/c2[j]);
 }
 for(int j=0;j<k;j++)C(cen[j].x==cref[j].x&&cen[j].y==cref[j].y) return e; }
static int cg(int n){ int e=0; double *x=calloc(n,8),*r=malloc(n*8),*p=malloc(n*8),*q=malloc(n*8); for(int i=0;i<n;i++)r[i]=p[i]=1; double rr=n; int it=0;
#pragma omp target data map(tofrom:x[0:n]) map(to:r[0:n],p[0:n]) map(alloc:q[0:n])
 while(rr>1e-16&&it<200){ double pq=0,nr=0;
#pragma omp target teams distribute parallel for reduction(+:pq)
  for(int i=0;i<n;i++){ double s=2.5*p[i]; if(i>0)s-=p[i-1]; if(i<n-1)s-=p[i+1]; q[i]=s; pq+=s*p[i]; }
  double al=rr/pq;
#pragma omp target teams distribute parallel for reduction(+:nr)
  for(int i=0;i<n;i++){ x[i]+=al*p[i]; r[i]-=al*q[i]; nr+=r[i]*r[i]; }
  double be=nr/rr; rr=nr;
#pragma omp target teams distribute parallel for firstprivate(be)
  for(int i=0;i<n;i++)p[i]=r[i]+be*p[i];
  it++; }
 for(int i=0;i<n;i++){ double s=2.5*x[i]-(i?x[i-1]:0)-(i<n-1?x[i+1]:0); C(fabs(s-1)<1e-6) } free(x);free(r);free(p);free(q); return e; }
static int mm(int n){ int e=0; float a[n][n],b[n][n],c[n][n]; for(int i=0;i<n;i++)for(int j=0;j<n;j++){a[i][j]=i+j;b[i][j]=i-j;}
#pragma omp target teams distribute map(to:a[0:n][0:n],b[:][:]) map(from:c)
 for(int i=0;i<n;i++){
#pragma omp parallel for
  for(int j=0;j<n;j++){ float s=0;
#pragma omp simd reduction(+:s)
   for(int k=0;k<n;k++)s+=a[i][k]*b[k][j]; c[i][j]=s; } }
 for(int i=0;i<n;i++)for(int j=0;j<n;j++){float s=0;for(int k=0;k<n;k++)s+=a[i][k]*b[k][j];C(s==c[i][j])} return e; }
static int misc(void){ int e=0; int o[16]; char str[]="hello world"; int v=0,w=0; enum E{A1=4,B1}; union U{int i;unsigned char c[4];} u; unsigned bits=0; struct BF{unsigned a:3;int b:5;} bf={5,-3};
#pragma omp target map(tofrom:o,v,w,u,bits,bf) map(to:str)
 { for(int i=0;i<16;i++)o[i]=tab[i&3]; for(char*s=str;*s;s++)v++; w=B1; u.i=0x01020304; bits=__builtin_popcount(255)+sizeof(str); bf.a+=4; bf.b*=2;
   int vla[11]; for(int i=0;i<v;i++)vla[i]=i; for(int i=0;i<v;i++)w+=vla[i];
   int (*pa)[4]=(int(*)[4])o; pa[3][2]=99; int k=0; do{k++; if(k==3)continue;}while(k<5); o[0]=k; o[1]=(v>3,v<2)?1:2; o[2]=({int z=5;z*2;}); }
 C(v==11&&w==5+55&&u.c[0]==4&&bits==8+12&&bf.a==1&&bf.b==-6&&o[14]==99&&o[0]==5&&o[1]==2&&o[2]==10&&o[15]==1) return e; }
int main(void){ int e=0; e+=mc(); e+=km(120,5); e+=cg(60); e+=mm(17); e+=misc(); return e!=0; }
