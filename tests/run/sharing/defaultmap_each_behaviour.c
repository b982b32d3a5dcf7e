#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
int main(void){ int e=0; int x=1,a[10]={0}; double d=2; struct{int q;} s={5}; int *p=malloc(40); for(int i=0;i<10;i++)p[i]=i;
#pragma omp target defaultmap(tofrom:scalar)
 { x=2; d=3; }
 C(x==2&&d==3)
#pragma omp target
 { x=5; a[1]=7; s.q=9; }
 C(x==2&&a[1]==7&&s.q==9)
#pragma omp target defaultmap(firstprivate)
 { x=5; a[1]=17; s.q=19; }
 C(x==2&&a[1]==7&&s.q==9)
#pragma omp target defaultmap(to:aggregate) defaultmap(from:scalar)
 { x=5;d=6; a[1]=8; }
 C(x==5&&d==6)
#pragma omp target defaultmap(none) map(tofrom:x) firstprivate(d)
 { x+=d; }
 C(x==11)
#pragma omp target data map(tofrom:p[0:10])
 {
#pragma omp target defaultmap(default:pointer)
 for(int i=0;i<10;i++)p[i]*=2;
 }
 for(int i=0;i<10;i++)C(p[i]==2*i)
 // pointer arithmetic base in section: p+3
 int *q=p+3;
#pragma omp target map(tofrom:q[-3:10])
 for(int i=-3;i<7;i++)q[i]++;
 for(int i=0;i<10;i++)C(p[i]==2*i+1)
 // array section in the middle
#pragma omp target map(tofrom:a[3:4])
 for(int i=3;i<7;i++)a[i]=i;
 C(a[2]==0&&a[3]==3&&a[6]==6&&a[7]==0)
#pragma omp target map(tofrom:p[5:5])  map(from:a[:2]) if(0)
 x=1;
 // zero length
#pragma omp target map(tofrom:p[0:0])
 x=2;
 // NULL
 int *nul=NULL; int isn=0;
#pragma omp target map(from:isn)
 isn=nul==NULL;
 C(isn==1)
 // always
 int al=1;
#pragma omp target data map(to:al)
 {
  al=5;
#pragma omp target map(always,tofrom:al)
  al+=1;
  C(al==6)
  al=50;
#pragma omp target map(tofrom:al)
  al+=1;
  if(omp_get_default_device()!=omp_get_initial_device()&&omp_target_is_present(&al,0)) C(al==50||al==51)
 }
 // refcounts
 int rc=1;
#pragma omp target enter data map(to:rc)
#pragma omp target enter data map(to:rc)
#pragma omp target
 rc=rc;
#pragma omp target map(tofrom:rc)
 rc=9;
#pragma omp target exit data map(from:rc)
#pragma omp target exit data map(from:rc)
 C(rc==9)
 // 2d array section
 int m[6][8]; for(int i=0;i<6;i++)for(int j=0;j<8;j++)m[i][j]=0;
#pragma omp target map(tofrom:m[2:3][0:8])
 for(int i=2;i<5;i++)for(int j=0;j<8;j++)m[i][j]=i*j;
 C(m[4][7]==28&&m[5][1]==0)
 int (*pm)[8]=m;
#pragma omp target map(tofrom:pm[1:2][:])
 pm[1][3]=44;
 C(m[1][3]==44)
#pragma omp target data map(tofrom:m)
 { m[0][0]=100; m[3][2]=200; m[3][3]=201; m[4][4]=300;
#pragma omp target update to(m[3][2:2],m[0][0:1])
#pragma omp target
 { m[3][2]++; m[0][0]++; m[3][3]++; m[5][5]=1; }
#pragma omp target update from(m[3][2:1])
 C(m[3][2]==201)
 }
 C(m[0][0]==101&&m[3][3]==202&&m[5][5]==1)
 free(p); return e!=0; }
