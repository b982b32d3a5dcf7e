#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define N 100
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
typedef struct { int n; double *v; int t[4]; } V;
int g[N];
#pragma omp declare target to(g)
static double gsc=2.0;
#pragma omp declare target(gsc)
int main(void){ int e=0; 
 int *a=malloc(N*sizeof*a),*b=malloc(N*sizeof*b);
 for(int i=0;i<N;i++){a[i]=i;b[i]=0;}
#pragma omp target enter data map(to:a[0:N]) map(alloc:b[0:N])
 C(omp_target_is_present(a,omp_get_default_device()))
#pragma omp target
 for(int i=0;i<N;i++)b[i]=a[i]*2;
#pragma omp target update from(b[10:20])
 for(int i=10;i<30;i++)C(b[i]==2*i)
 for(int i=0;i<N;i++)a[i]=1000+i;
#pragma omp target update to(a[5:5])
#pragma omp target exit data map(from:b[0:N]) map(release:a[0:N])
 for(int i=0;i<N;i++)C(b[i]==2*i)
 V v; v.n=N; v.v=malloc(N*sizeof(double)); for(int i=0;i<4;i++)v.t[i]=i; for(int i=0;i<N;i++)v.v[i]=i;
#pragma omp target map(tofrom:v, v.v[0:N])
 { for(int i=0;i<v.n;i++)v.v[i]+=v.t[1]; v.t[2]=50; }
 for(int i=0;i<N;i++)C(v.v[i]==i+1) C(v.t[2]==50)
#pragma omp target data map(to:v) map(tofrom:v.v[0:N])
 {
#pragma omp target teams distribute parallel for
  for(int i=0;i<N;i++)v.v[i]*=2;
#pragma omp target update from(v.v[0:N])
  for(int i=0;i<N;i++)C(v.v[i]==2*(i+1))
 }
#pragma omp target map(tofrom:v.t[1:2])
 { v.t[1]=77; v.t[2]=78; }
 C(v.t[1]==77&&v.t[2]==78&&v.t[3]==3)
 for(int i=0;i<N;i++)g[i]=i; 
#pragma omp target update to(g)
#pragma omp target teams distribute parallel for
 for(int i=0;i<N;i++)g[i]=(int)(g[i]*gsc);
#pragma omp target update from(g)
 for(int i=0;i<N;i++)C(g[i]==2*i)
 gsc=3.0;
#pragma omp target update to(gsc)
 double r=0;
#pragma omp target map(from:r)
 r=gsc;
 C(r==3.0)
 // use_device_ptr
 int dev=omp_get_default_device();
 int *d=omp_target_alloc(N*sizeof(int),dev); C(d!=NULL)
#pragma omp target is_device_ptr(d) device(dev)
 for(int i=0;i<N;i++)d[i]=i*3;
 C(omp_target_memcpy(b,d,N*sizeof(int),0,0,omp_get_initial_device(),dev)==0)
 for(int i=0;i<N;i++)C(b[i]==3*i)
#pragma omp target data map(tofrom:a[0:N]) use_device_ptr(a)
 {
#pragma omp target is_device_ptr(a,d)
  for(int i=0;i<N;i++)a[i]=d[i]+1;
 }
 for(int i=0;i<N;i++)C(a[i]==3*i+1)
 omp_target_free(d,dev);
 // if
 int x=0;
#pragma omp target if(x) map(tofrom:x)
 x=omp_is_initial_device()?1:2;
 C(x==1)
#pragma omp target data if(0) map(tofrom:x)
 {x=9;}
 // associate
 int arr[10]; for(int i=0;i<10;i++)arr[i]=i;
 int *da=omp_target_alloc(sizeof arr,dev);
 omp_target_memcpy(da,arr,sizeof arr,0,0,dev,omp_get_initial_device());
 if(dev!=omp_get_initial_device()){
 C(omp_target_associate_ptr(arr,da,sizeof arr,0,dev)==0)
#pragma omp target map(tofrom:arr)
 for(int i=0;i<10;i++)arr[i]+=5;
 omp_target_disassociate_ptr(arr,dev);
 omp_target_memcpy(arr,da,sizeof arr,0,0,omp_get_initial_device(),dev);
 for(int i=0;i<10;i++)C(arr[i]==i+5)
 }
 omp_target_free(da,dev);
 free(a);free(b);free(v.v); return e!=0; }
