#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define N 1000
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
#pragma omp declare target
static void hist(const int *m,int n,int *h){
#pragma omp parallel for reduction(+:h[0:7])
 for(int i=0;i<n;i++)h[m[i]]++;
}
#pragma omp end declare target
int main(void){ int e=0; int *m=malloc(N*4); int w[7]={0}; double dw[7]={0}; for(int i=0;i<N;i++){m[i]=(i*i+3*i)%7;w[m[i]]++;dw[m[i]]+=i;}
 int h[7]={0};
#pragma omp target teams distribute parallel for reduction(+:h) map(to:m[0:N])
 for(int i=0;i<N;i++)h[m[i]]++;
 for(int k=0;k<7;k++)C(h[k]==w[k])
 int g[10]={1,1,1,1,1,1,1,1,1,1};
#pragma omp target teams distribute parallel for reduction(+:g[2:7]) map(tofrom:g) map(to:m[0:N])
 for(int i=0;i<N;i++)g[2+m[i]]++;
 for(int k=0;k<7;k++)C(g[k+2]==w[k]+1) C(g[0]==1&&g[1]==1&&g[9]==1)
 double *d=malloc(7*8); for(int i=0;i<7;i++)d[i]=0.5;
#pragma omp target parallel for reduction(+:d[0:7]) map(tofrom:d[0:7]) map(to:m[0:N])
 for(int i=0;i<N;i++)d[m[i]]+=i;
 for(int k=0;k<7;k++)C(d[k]==dw[k]+.5)
 int mx[4]={0,0,0,0},mn[4]={N,N,N,N};
#pragma omp target teams distribute parallel for reduction(max:mx) reduction(min:mn) map(tofrom:mx,mn)
 for(int i=0;i<N;i++){ int k=i&3; if(i>mx[k])mx[k]=i; if(i<mn[k])mn[k]=i; }
 for(int k=0;k<4;k++)C(mx[k]==996+k&&mn[k]==k)
 int hh[7]={0};
#pragma omp target map(tofrom:hh) map(to:m[0:N])
 { hist(m,N,hh); hist(m,10,hh); }
 int w2[7]={0}; for(int i=0;i<10;i++)w2[m[i]]++;
 for(int k=0;k<7;k++)C(hh[k]==w[k]+w2[k])
 int r2[7]={0}; int nt=0;
#pragma omp target parallel map(tofrom:r2,nt) map(to:m[0:N])
 {
#pragma omp for reduction(+:r2)
 for(int i=0;i<N;i++)r2[m[i]]++;
#pragma omp for reduction(+:r2[1:2]) reduction(+:nt)
 for(int i=0;i<N;i++){ if(m[i]==1||m[i]==2)r2[m[i]]++; nt++; }
 }
 for(int k=0;k<7;k++)C(r2[k]==w[k]*((k==1||k==2)?2:1)) C(nt==N)
 unsigned char b[5]={0};
#pragma omp target simd reduction(|:b) map(tofrom:b)
 for(int i=0;i<40;i++)b[i%5]|=1<<(i/5);
 for(int i=0;i<5;i++)C(b[i]==255)
 free(m);free(d); return e!=0; }
