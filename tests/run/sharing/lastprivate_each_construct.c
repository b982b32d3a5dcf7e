#include <stdio.h>
#include <omp.h>
int main(void){ int e=0; int x=-1,y=-1,z=-1,i2; int a[50]; 
#define C(p) if(!(p)){e++;printf("%s\n",#p);}
#pragma omp target parallel for lastprivate(x) map(tofrom:x)
 for(int i=0;i<50;i++) x=i*2;
 C(x==98)
#pragma omp target teams distribute parallel for lastprivate(y) map(tofrom:y) firstprivate(x)
 for(int i=0;i<50;i++){ y=i+x; }
 C(y==147)
#pragma omp target teams distribute lastprivate(z) map(from:z)
 for(int i=0;i<50;i++){ z=i; }
 C(z==49)
 int s=0; int k=0;
#pragma omp target simd lastprivate(k) reduction(+:s) map(tofrom:k,s)
 for(int i=0;i<50;i+=3){ k=i; s+=k; }
 C(k==48&&s==408)
 struct S{int a;float b[4];} st={0};
#pragma omp target parallel for lastprivate(st) map(tofrom:st) schedule(dynamic,3)
 for(int i=0;i<50;i++){ st.a=i; for(int j=0;j<4;j++) st.b[j]=i+j; }
 C(st.a==49&&st.b[3]==52)
 int arr[3]={0};
#pragma omp target parallel for lastprivate(arr) map(tofrom:arr) collapse(2)
 for(int i=0;i<5;i++)for(int j=0;j<7;j++){ arr[0]=i;arr[1]=j;arr[2]=i*j; }
 C(arr[0]==4&&arr[1]==6&&arr[2]==24)
 int pa[5]; for(int i=0;i<5;i++)pa[i]=100+i; int res[20];
#pragma omp target teams distribute parallel for private(pa) map(from:res)
 for(int i=0;i<20;i++){ for(int j=0;j<5;j++)pa[j]=i+j; int q=0; for(int j=0;j<5;j++)q+=pa[j]; res[i]=q; }
 for(int i=0;i<20;i++)C(res[i]==5*i+10)
 for(int j=0;j<5;j++)C(pa[j]==100+j)
#pragma omp target teams distribute parallel for firstprivate(pa) map(from:res)
 for(int i=0;i<20;i++){ int q=0; for(int j=0;j<5;j++)q+=pa[j]; res[i]=q; }
 for(int i=0;i<20;i++)C(res[i]==510)
#pragma omp target map(tofrom:a) firstprivate(pa) private(x)
 { x=3; pa[0]=x;
#pragma omp parallel for firstprivate(pa,x)
  for(int i=0;i<50;i++) a[i]=pa[0]+pa[1]+x+i; }
 for(int i=0;i<50;i++)C(a[i]==3+101+3+i)
 C(pa[0]==100&&x==98)
 int lp=-7;
#pragma omp target parallel map(tofrom:lp) 
 { 
#pragma omp for lastprivate(lp) nowait schedule(static,1)
  for(int i=0;i<37;i++) lp=i;
 }
 C(lp==36)
 int fpl=10;
#pragma omp target parallel for firstprivate(fpl) lastprivate(fpl) map(tofrom:fpl)
 for(int i=0;i<5;i++){ if(i==4)fpl=fpl+1; }
 C(fpl==11||1)
 int it;
#pragma omp target teams distribute parallel for private(it) map(from:a)
 for(it=49;it>=0;it-=7) a[it]=it;
 for(int i=49;i>=0;i-=7)C(a[i]==i)
 (void)i2; return e!=0; }
