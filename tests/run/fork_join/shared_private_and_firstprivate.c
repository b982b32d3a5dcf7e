/* data sharing mixes */
#include <stdio.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
struct P { double x; int a[5]; char c; };
int main(void){
  int err=0;
#pragma omp target map(tofrom:err)
  {
    int x=3, y=4, z=0; struct P p={1.5,{1,2,3,4,5},'q'}; int arr[7]={1,2,3,4,5,6,7};
    union { int i; unsigned char b[4]; } u; u.i=0x01020304;
#pragma omp parallel num_threads(33) default(none) firstprivate(x,p,arr) private(y) shared(z,u)
    {
      y=omp_get_thread_num(); x+=y; p.a[2]+=x; arr[6]=p.a[2]; p.c='z';
#pragma omp atomic
      z+=arr[6]-p.a[0];
#pragma omp single
      u.b[0]=9;
    }
    CK(x==3); CK(y==4); CK(p.a[2]==3); CK(arr[6]==7); CK(p.c=='q');
    CK(z==33*(3+3-1)+528); CK(u.b[0]==9);
    int last=-1; struct P lp={0};
#pragma omp parallel for num_threads(5) lastprivate(last,lp) firstprivate(lp) schedule(static,1)
    for(int i=0;i<17;i++){ last=i; lp.x+=1; lp.a[4]=i; }
    CK(last==16); CK(lp.a[4]==16); CK(lp.x>=1);
    for(int i=0;i<3;i++){ int w=i*i;
      { int w=100+i; 
#pragma omp parallel num_threads(7) shared(w)
        { int w2=w; 
#pragma omp barrier
#pragma omp masked
          w=w2+1; }
        CK(w==101+i);
      }
      CK(w==i*i);
#pragma omp parallel for collapse(2) num_threads(33) reduction(+:w)
      for(int a=0;a<5;a++) for(int b=0;b<3;b++) w+=i;
      CK(w==i*i+15*i);
    }
    long s=0; unsigned char m=255; float f=1; int mx=-1;
#pragma omp parallel num_threads(95) reduction(+:s) reduction(&:m) reduction(max:mx) reduction(*:f)
    { s+=omp_get_thread_num(); m&=~(omp_get_thread_num()&3); mx=omp_get_thread_num()*3%94; f*=1; }
    CK(s==95*94/2); CK(m==252); CK(mx==93); CK(f==1);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
