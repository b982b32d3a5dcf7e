/* static locals, globals, parameters captured, loop variables captured */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
int g=1; int garr[64];
static int counter(void){ static int n=10; int r; 
#pragma omp atomic capture
  r=n++;
  return r; }
static long par(int a, double b, short *c, const char *s, struct {int x,y;} *q){ (void)q;
  long t=0;
#pragma omp parallel num_threads(a) reduction(+:t)
  { t+=(long)b; t+=*c; t+=s[1]; 
#pragma omp single
    a=-5; }
  return t+a; }
static void fill(int v[8], int n){
  for(int i=0;i<n;i++){
#pragma omp parallel num_threads(n-i) 
    {
#pragma omp atomic
      v[i]+=i+1;
    }
  }
}
#pragma omp end declare target
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    short c=3; 
    CK(par(33,2.9,&c,"abc",0)==33*(2+3+98)-5);
    int v[8]={0}; fill(v,8);
    for(int i=0;i<8;i++) CK(v[i]==(8-i)*(i+1));
    CK(counter()==10);
    int mx=0;
#pragma omp parallel num_threads(33) reduction(max:mx)
    mx=counter();
    CK(mx==43); CK(counter()==44);
    static int st=7; st++;
#pragma omp parallel num_threads(5)
    {
      static int in=100;
#pragma omp atomic
      in++;
#pragma omp atomic
      st++;
#pragma omp barrier
#pragma omp single
      g=in;
      garr[omp_get_thread_num()]=omp_get_thread_num();
    }
    CK(g==105); CK(st==13); CK(garr[4]==4);
    for(int i=0, j=10; i<j; i++, j--){
      int hit=0;
#pragma omp parallel num_threads(j) shared(i,j)
      { 
#pragma omp masked
        { hit=i*100+j; if(i==2) i=4; }
      }
      CK(hit==(i==4?2*100+8:i*100+j));
    }
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
