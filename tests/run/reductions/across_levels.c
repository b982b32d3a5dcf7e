#include <omp.h>
#include <stdio.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
enum { N=257 };
int main(void){ int e=0; int a[N]; for(int i=0;i<N;i++)a[i]=(i*53)%101-50;
 int s=3,mx=-999,mn=999; long p=0; double d=1.5; float f=1; unsigned o=0,an=~0u,xr=0; _Bool all=1,any=0; short sh=5; unsigned char uc=250; long long ll=1LL<<40;
 int S=3,MX=-999,MN=999; long P=0; double D=1.5; float F=1; unsigned O=0,AN=~0u,XR=0; _Bool ALL=1,ANY=0; short SH=5; unsigned char UC=250; long long LL=1LL<<40;
#define BODY(s,mx,mn,p,d,f,o,an,xr,all,any,sh,uc,ll) s+=a[i]; if(a[i]>mx)mx=a[i]; mn=a[i]<mn?a[i]:mn; p-=a[i]; d+=a[i]*.5; if(i%64==5)f*=2; o|=1u<<(i%9); an&=~(1u<<(i%11)); xr^=i; all=all&&a[i]<51; any=any||a[i]==50; sh+=i; uc+=3; ll+=i;
 for(int i=0;i<N;i++){ BODY(S,MX,MN,P,D,F,O,AN,XR,ALL,ANY,SH,UC,LL) }
#define RED reduction(+:s,d,sh,uc,ll) reduction(max:mx) reduction(min:mn) reduction(-:p) reduction(*:f) reduction(|:o) reduction(&:an) reduction(^:xr) reduction(&&:all) reduction(||:any)
#define PR(x) _Pragma(#x)
#define PX(x) PR(x)
#define RUN(dir) { s=3,mx=-999,mn=999;p=0;d=1.5;f=1;o=0;an=~0u;xr=0;all=1;any=0;sh=5;uc=250;ll=1LL<<40; \
 PX(omp dir RED) for(int i=0;i<N;i++){ BODY(s,mx,mn,p,d,f,o,an,xr,all,any,sh,uc,ll) } \
 if(!(s==S&&mx==MX&&mn==MN&&p==P&&d==D&&f==F&&o==O&&an==AN&&xr==XR&&all==ALL&&any==ANY&&sh==SH&&uc==UC&&ll==LL)){e++;printf("%s\n",#dir);} }
 RUN(target teams distribute parallel for)
 RUN(target teams distribute parallel for num_teams(1) thread_limit(1))
 RUN(target teams distribute parallel for num_teams(7) thread_limit(33))
 RUN(target parallel for num_threads(100))
 RUN(target parallel for schedule(guided,3))
 RUN(target teams distribute)
 RUN(target simd)
 RUN(target teams distribute simd)
 RUN(target teams loop)
 RUN(target parallel loop)
 RUN(target parallel for simd)
 RUN(target teams distribute parallel for simd schedule(dynamic,5))
 // in if'ed region and in a called function, nested levels
 int t=0,u=0;
#pragma omp target teams reduction(+:t) reduction(max:u) num_teams(3)
 {
#pragma omp distribute parallel for reduction(+:t) reduction(max:u)
  for(int i=0;i<N;i++){ t+=a[i]; u=a[i]>u?a[i]:u; }
 }
 C(t==S-3&&u==50)
 t=0;
#pragma omp target teams reduction(+:t) num_teams(2)
 {
#pragma omp distribute
  for(int i=0;i<10;i++){ int loc=0;
#pragma omp parallel
   {
#pragma omp for reduction(+:loc)
    for(int j=0;j<N;j++)loc+=a[j];
   }
   /* each thread adds what it saw: nothing */
   t+=loc>=0||loc<0; }
 }
 C(t==10)
 t=0;
#pragma omp target map(tofrom:t)
 {
#pragma omp teams reduction(+:t) num_teams(2)
#pragma omp distribute parallel for reduction(+:t)
 for(int i=0;i<N;i++)t+=1;
 }
 C(t==N)
 t=1;
#pragma omp target map(tofrom:t) map(to:a)
 { int w=0;
#pragma omp parallel
  {
#pragma omp for reduction(+:w) schedule(static,3)
   for(int i=0;i<N;i++)w+=a[i];
#pragma omp barrier
#pragma omp for reduction(+:w) reduction(*:t)
   for(int i=0;i<10;i++){w+=1;t*=2;}
#pragma omp sections reduction(+:w)
   {
#pragma omp section
    w+=5;
#pragma omp section
    w+=6;
   }
  }
  t+=w; }
 C(t==1024+S-3+21)
 return e!=0; }
