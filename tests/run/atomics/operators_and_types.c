#include <omp.h>
#include <stdio.h>
int main(void){
 int e=0; const int n=128;
 int add=0,sub=0,o=0,x=-1,an=-1,mul=1,mx=0,mn=1000,sh=1,div=1<<20; double d=0; float f=1; long long ll=0; unsigned char uc=0; short ss=0; unsigned u=0;
 int cap[128],cap2[128],cap3[128]; int seen[129];
 for(int i=0;i<129;i++)seen[i]=0;
 int c1=0,c2=0,c3=0;
#pragma omp target teams distribute parallel for map(tofrom:add,sub,o,x,an,mul,mx,mn,d,f,ll,uc,ss,u,c1,c2,c3,sh,div) map(from:cap,cap2,cap3)
 for(int i=0;i<n;i++){
#pragma omp atomic
  add+=i;
#pragma omp atomic update
  sub=sub-i;
#pragma omp atomic
  o|=1<<(i%31);
#pragma omp atomic
  x^=i;
#pragma omp atomic
  an&=~(1<<(i%8));
  if(i%16==0){
#pragma omp atomic
  mul*=2;
  }
  if(i%16==3){
#pragma omp atomic
  sh<<=1;
#pragma omp atomic
  div/=2;
#pragma omp atomic
  f=f*2;
  }
#pragma omp atomic
  d+=0.5;
#pragma omp atomic
  ll=2+ll;
#pragma omp atomic
  uc++;
#pragma omp atomic
  --ss;
#pragma omp atomic
  ++u;
#pragma omp atomic capture
  cap[i]=c1++;
#pragma omp atomic capture
  {c2+=2; cap2[i]=c2;}
#pragma omp atomic capture
  {cap3[i]=c3; c3=c3+3;}
#pragma omp atomic compare
  if(mx<i) {mx=i;}
#pragma omp atomic compare
  mn = mn>i ? i : mn;
 }
#define C(a,b) if((a)!=(b)){e++;printf(#a "\n");}
 int xr=-1; for(int i=0;i<n;i++)xr^=i;
 C(add,8128) C(sub,-8128) C(o,0x7fffffff) C(x,xr) C(an,~255) C(mul,256) C(sh,256) C(div,1<<12) C(f,256.f) C(d,64.0) C(ll,256) C(uc,128) C(ss,-128) C(u,128u) C(mx,127) C(mn,0) C(c1,128) C(c2,256) C(c3,384)
 for(int i=0;i<n;i++){ if(cap[i]<0||cap[i]>=n||seen[cap[i]]++)e++; }
 for(int i=0;i<129;i++)seen[i]=0;
 for(int i=0;i<n;i++){ if(cap2[i]<2||cap2[i]>2*n||seen[cap2[i]/2]++)e++; }
 for(int i=0;i<129;i++)seen[i]=0;
 for(int i=0;i<n;i++){ if(cap3[i]<0||cap3[i]>=3*n||seen[cap3[i]/3]++)e++; }
 int flag=0, wv=0, got=0, won=0;
#pragma omp target teams distribute parallel for map(tofrom:flag,won,wv,got)
 for(int i=0;i<n;i++){ int old;
#pragma omp atomic compare capture
  { old=flag; if(flag==0){flag=i+1;} }
  if(old==0){
#pragma omp atomic
   won++;
  }
  int r; int ex=0;
#pragma omp atomic write
  wv=5;
#pragma omp atomic read
  r=wv;
#pragma omp atomic
  got+=r+ex;
 }
 C(won,1) C(got,5*n) if(flag<1||flag>n)e++;
 return e!=0;
}
