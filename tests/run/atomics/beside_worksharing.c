#include <omp.h>
#include <stdio.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
int main(void){ int e=0; int n=0,m=0; int a[128]={0};
 /* single nowait + for nowait + dynamic in one region repeated */
#pragma omp target parallel num_threads(64) map(tofrom:n,m,a)
 { for(int r=0;r<6;r++){
#pragma omp single nowait
  {
#pragma omp atomic
   n++; }
#pragma omp for schedule(dynamic,1) nowait
  for(int i=0;i<128;i++){
#pragma omp atomic
   a[i]++; }
#pragma omp sections nowait
  {
#pragma omp section
   {
#pragma omp atomic
    m++; }
#pragma omp section
   {
#pragma omp atomic
    m+=100; }
  }
#pragma omp for schedule(guided) nowait
  for(int i=0;i<128;i++){
#pragma omp atomic
   a[i]+=10; }
 } }
 C(n==6&&m==606) for(int i=0;i<128;i++)C(a[i]==66)
 /* atomics on struct members, array elements via pointer, 2d, float min/max compare, capture forms */
 struct {int k; double d[2]; unsigned char c;} s={0,{0,0},0}; int g[3][3]={{0}}; float fm=-1; double dm=100; int v1=0; long cs=0; int x=1000; int sum=0,sw=0; unsigned long long ull=0; short sh=0; unsigned char b4[4]={0};
#pragma omp target teams distribute parallel for map(tofrom:s,g,fm,dm,cs,x,sum,sw,ull,sh,b4) private(v1)
 for(int i=0;i<90;i++){
#pragma omp atomic
  s.k+=2;
#pragma omp atomic
  s.d[i&1]+=1.5;
#pragma omp atomic
  s.c+=1;
#pragma omp atomic
  g[i%3][(i/3)%3]++;
#pragma omp atomic compare
  fm = fm < i*.5f ? i*.5f : fm;
#pragma omp atomic compare
  if(dm>-i) {dm=-i;}
#pragma omp atomic capture
  v1=x-=3;
#pragma omp atomic
  sum+=v1;
#pragma omp atomic capture
  { v1=sw; sw=i; }
#pragma omp atomic
  cs+=v1;
#pragma omp atomic
  ull=ull+(1ULL<<33);
#pragma omp atomic
  sh=sh-1;
#pragma omp atomic
  b4[i&3]^=i;
 }
 C(s.k==180&&s.d[0]==67.5&&s.d[1]==67.5&&s.c==90&&g[0][0]==10&&g[2][2]==10&&fm==44.5f&&dm==-89&&x==730&&cs+sw==4005&&ull==90ULL<<33&&sh==-90)
 C(sum==90*1000-3*(90*91/2)) unsigned char w4[4]={0}; for(int i=0;i<90;i++)w4[i&3]^=i; for(int i=0;i<4;i++)C(b4[i]==w4[i])
 /* critical in divergent code of a warp, lock in divergent code */
 int c1=0,c2=0;
#pragma omp target parallel num_threads(32) map(tofrom:c1,c2)
 { int id=omp_get_thread_num(); 
  if(id%2){
#pragma omp critical(a)
   { c1++; }
  } else { for(int k=0;k<=id%4;k++){
#pragma omp critical(a)
   { c1+=100;
#pragma omp critical(b)
    { c2++; } } } }
#pragma omp barrier
#pragma omp single
  { int nt=omp_get_num_threads(),w=0,w2=0; for(int i=0;i<nt;i++){ if(i%2)w++; else {w+=100*(i%4+1);w2+=i%4+1;} } c1-=w; c2-=w2; } }
 C(c1==0&&c2==0)
 return e!=0; }
