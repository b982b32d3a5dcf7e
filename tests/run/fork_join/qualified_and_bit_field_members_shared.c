/* uninitialized-before-fork, const, volatile, restrict, _Bool, bitfields in captured struct, pointers arith, anonymous unions */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
struct B { unsigned a:3, b:5; int c; struct { int d; union { int e; float f; }; }; };
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    struct B b={.a=5,.b=17,.c=3,.d=4,.e=6}; volatile int vi=3; const int ci=4; int u, *restrict rp; _Bool f=1; 
    int (*pp)[3], m[2][3]; pp=m; rp=&u;
#pragma omp parallel num_threads(33)
    {
#pragma omp single
      { u=ci+vi; b.a=2; b.b++; b.e=7; f=!f; vi=8; }
#pragma omp for collapse(2)
      for(int i=0;i<2;i++) for(int j=0;j<3;j++) pp[i][j]=i*10+j+*rp;
    }
    CK(u==7); CK(b.a==2&&b.b==18&&b.e==7&&b.c==3); CK(!f); CK(vi==8); CK(m[1][2]==19);
    char str[16]; int len=0;
#pragma omp parallel for num_threads(3) lastprivate(len)
    for(int i=0;i<15;i++){ str[i]='a'+i; len=i; }
    str[len+1]=0; CK(str[14]=='o');
    int tri[3][4][5];
#pragma omp parallel for collapse(3) num_threads(7) schedule(static,2)
    for(int i=0;i<3;i++) for(int j=0;j<4;j++) for(int k=0;k<5;k++) tri[i][j][k]=i*100+j*10+k;
    int ok=1;
#pragma omp parallel num_threads(5) reduction(&&:ok) firstprivate(tri)
    { for(int k=0;k<5;k++) ok=ok&&tri[2][3][k]==230+k; tri[2][3][0]=-1; }
    CK(ok); CK(tri[2][3][0]==230);
    double d=0; float fl=1e9f; short sh=0; unsigned long long ull=1;
#pragma omp parallel num_threads(31) reduction(+:d,sh) reduction(min:fl) reduction(|:ull)
    { int t=omp_get_thread_num(); d+=t*.5; sh+=t; fl=t-15; ull|=1ull<<(t+32); }
    CK(d==232.5); CK(sh==465); CK(fl==-15); CK(ull==((0x7fffffffull<<32)|1));
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
