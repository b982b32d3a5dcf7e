/* reductions in odd regions: all ops, nested in loops, on members used through pointers, _Bool, char, in sections and for within parallel */
#include <stdio.h>
#include <float.h>
#include <limits.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
int main(void){
  int err=0;
  int sizes[]={1,2,3,31,33,47,63,65,95,97,127};
#pragma omp target map(tofrom:err) map(to:sizes)
  for(int k=0;k<11;k++){
    int n=sizes[k];
    int s=1,p=1,a=-1,o=0,x=0,la=1,lo=0,mn=INT_MAX,mx=INT_MIN; double ds=0,dm=-DBL_MAX; char cs=0; unsigned long long u=0; _Bool b=1; float f=0;
#pragma omp parallel num_threads(n) reduction(+:s,ds,cs,u,f) reduction(*:p) reduction(&:a) reduction(|:o) reduction(^:x) reduction(&&:la,b) reduction(||:lo) reduction(min:mn) reduction(max:mx,dm)
    { int t=omp_get_thread_num(); s+=t; ds+=t; cs++; u+=1ull<<33; f+=.5f; if(t<3) p*=2; a&=~(1<<(t%31)); o|=1<<(t%31); x^=t; la=la&&t<n; b=b&&t<n-1; lo=lo||t==n-1; mn=t<mn?t:mn; mx=t>mx?t:mx; dm=t>dm?t:dm; }
    int xs=0; for(int t=0;t<n;t++) xs^=t;
    CK(s==1+n*(n-1)/2); CK(ds==n*(n-1)/2); CK(cs==(char)n); CK(u==(unsigned long long)n<<33); CK(f==n*.5f); CK(p==(n>=3?8:1<<n)); CK(o==(n>=31?0x7fffffff:(1<<n)-1)); CK(a==~o); CK(x==xs); CK(la==1); CK(!b); CK(lo); CK(mn==0&&mx==n-1&&dm==n-1);
    int fs=0, sc=0, mm=-5;
#pragma omp parallel num_threads(n) 
    {
#pragma omp for reduction(+:fs) reduction(max:mm) schedule(dynamic,2)
      for(int i=0;i<77;i++){ fs+=i; if(i*3%77>mm) mm=i*3%77; }
      if(fs!=77*38)
#pragma omp atomic write
        err=9999;
#pragma omp sections reduction(+:sc)
      {
#pragma omp section
        sc+=1;
#pragma omp section
        sc+=10;
#pragma omp section
        sc+=100;
      }
#pragma omp for reduction(-:fs) nowait
      for(int i=0;i<n;i++) fs-=1;
    }
    CK(mm==76); CK(sc==111); CK(fs==77*38-n || fs==77*38+n);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
