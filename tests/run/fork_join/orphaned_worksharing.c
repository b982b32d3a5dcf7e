#include <stdio.h>
#include <omp.h>
#pragma omp declare target
static int shared_g; int cnt,redtmp;
static void work(int *a,int n){
#pragma omp for
 for(int i=0;i<n;i++)a[i]+=i;
}
static int red(const int *a,int n,int *out){
 extern int redtmp;
#define tmp redtmp
#pragma omp single
 tmp=0;
#pragma omp for reduction(+:tmp)
 for(int i=0;i<n;i++)tmp+=a[i];
#pragma omp masked
 *out=tmp;
#pragma omp barrier
 return tmp;
}
static long par(const int *a,int n){ long s=0;
#pragma omp parallel for reduction(+:s)
 for(int i=0;i<n;i++) s+=a[i];
 return s; }
static int fib(int n){ return n<2?n:fib(n-1)+fib(n-2); }
static void inc(void){
#pragma omp atomic
 cnt++; 
#pragma omp critical(z)
 shared_g++;
}
static void dist(int *a,int n){
#pragma omp distribute parallel for
 for(int i=0;i<n;i++)a[i]*=2;
}
#pragma omp end declare target
int main(void){ int e=0; int a[90]; int o=0; long q=0,q2=0; int c=0,sg=0,f=0;
 for(int i=0;i<90;i++)a[i]=1;
#pragma omp target parallel map(tofrom:a,o)
 { work(a,90); int r=red(a,90,&o); 
#pragma omp atomic
   o+=(r!=90+4005); }
 if(o!=4095){e++;printf("o %d\n",o);}
#pragma omp target map(tofrom:a,q,q2,c,sg,f)
 { q=par(a,90); q2=par(a,45); cnt=0;shared_g=0;
#pragma omp parallel num_threads(20)
  { inc(); 
#pragma omp barrier
#pragma omp single
   { c=cnt-omp_get_num_threads(); sg=shared_g-omp_get_num_threads(); f=fib(12); } } }
 if(q!=4095||q2!=45+990||c||sg||f!=144){e++;printf("%ld %ld %d %d %d\n",q,q2,c,sg,f);}
#pragma omp target teams map(tofrom:a)
 dist(a,90);
 for(int i=0;i<90;i++)if(a[i]!=2*(i+1)){e++;break;}
 long ts[6]={0};
#pragma omp target teams distribute map(tofrom:ts) map(to:a)
 for(int i=0;i<6;i++) ts[i]=par(a+i*15,15);
 long tot=0; for(int i=0;i<6;i++)tot+=ts[i]; if(tot!=8190){e++;printf("tot %ld\n",tot);}
 long ts2[40]={0};
#pragma omp target teams distribute parallel for map(tofrom:ts2) map(to:a)
 for(int i=0;i<40;i++) ts2[i]=par(a,i);
 for(int i=0;i<40;i++) if(ts2[i]!=i*(i+1)){e++;printf("ts2 %d %ld\n",i,ts2[i]);break;}
 return e!=0; }
