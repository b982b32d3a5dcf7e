#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
typedef struct { int n; int h[8]; } S;
int main(void){ int e=0;
#define PR_(x) _Pragma(#x)
#define ONE(ty,o,upd,init,dir) { ty r[6],w[6]; for(int k=0;k<6;k++)r[k]=w[k]=init; for(int i=0;i<97;i++){ ty*z=w; upd; } \
 PR_(dir) for(int i=0;i<97;i++){ ty*z=r; upd; } int ok=1; for(int k=0;k<6;k++)if(r[k]!=w[k])ok=0; if(!ok){e++;printf("%d %s %s\n",__LINE__,#ty,#dir);} }
#define ALL(ty,o,upd,init) ONE(ty,o,upd,init,omp target teams distribute parallel for map(tofrom:r) reduction(o:r)) \
 ONE(ty,o,upd,init,omp target parallel for schedule(dynamic,3) map(tofrom:r) reduction(o:r)) \
 ONE(ty,o,upd,init,omp target teams loop map(tofrom:r) reduction(o:r[0:6])) \
 ONE(ty,o,upd,init,omp target teams distribute map(tofrom:r) reduction(o:r)) \
 ONE(ty,o,upd,init,omp target simd reduction(o:r)) \
 ONE(ty,o,upd,init,omp target teams distribute parallel for simd num_teams(3) thread_limit(40) reduction(o:r))
 ALL(int,+,z[i%6]+=i,3)
 ALL(double,+,z[i%6]+=i*.5,3)
 ALL(float,*,if(i%13==0)z[i%6]*=2,3)
 ALL(unsigned char,^,z[i%6]^=i,3)
 ALL(short,&,z[i%6]&=~(1<<(i%9)),-1)
 ALL(long,max,z[i%6]=z[i%6]>i?z[i%6]:i,-3)
 ALL(signed char,min,z[i%6]=z[i%6]<-i?z[i%6]:-i,50)
 ALL(unsigned long long,|,z[i%6]|=1ULL<<(i%60),0)
 ALL(int,&&,z[i%6]=z[i%6]&&i!=31,1)
 ALL(_Bool,||,z[i%6]=z[i%6]||i==31,0)
 ALL(float,-,z[i%6]-=i,1)
 // struct member? pointer section with offset; big array
 int *p=calloc(40,4);
#pragma omp target teams distribute parallel for reduction(+:p[8:16]) map(tofrom:p[0:40])
 for(int i=0;i<1600;i++)p[8+i%16]+=1;
 for(int i=0;i<40;i++)C(p[i]==(i>=8&&i<24?100:0))
 double big[30]={0}; 
#pragma omp target teams distribute parallel for reduction(+:big) map(tofrom:big) num_teams(4) thread_limit(32)
 for(int i=0;i<900;i++)big[i%30]+=i;
 for(int i=0;i<30;i++)C(big[i]==13050+30*i)
 return e!=0; }
