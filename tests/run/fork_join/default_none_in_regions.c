/* conformance-like: default(none), shared struct members, private copies with addresses, VLA pointers params */
#include <stdio.h>
#include <string.h>
#include <omp.h>
#define CK(c) do{ if(!(c) && !err) err=__LINE__; }while(0)
#pragma omp declare target
static void mat(int n, double a[n][n], double *row){
  for(int r=0;r<n;r++){
    double mx=0;
#pragma omp parallel for num_threads(n) reduction(max:mx)
    for(int j=0;j<n;j++) if(a[r][j]>mx) mx=a[r][j];
#pragma omp parallel for num_threads(33) firstprivate(mx)
    for(int j=0;j<n;j++) a[r][j]/=mx;
    row[r]=mx;
  }
}
static int sumv(int n,const int *v){ int s=0;
#pragma omp parallel
  { int l=0;
#pragma omp for nowait
    for(int i=0;i<n;i++) l+=v[i];
#pragma omp atomic
    s+=l; }
  return s; }
#pragma omp end declare target
int main(void){
  int err=0; double A[9][9],row[9]; int v[777];
  for(int i=0;i<9;i++)for(int j=0;j<9;j++)A[i][j]=(i+1)*(j+1);
  for(int i=0;i<777;i++)v[i]=i;
#pragma omp target map(tofrom:err,A) map(from:row) map(to:v)
  {
    mat(9,A,row);
    for(int r=0;r<9;r++){ CK(row[r]==9*(r+1)); CK(A[r][8]==1); }
    CK(sumv(777,v)==777*388);
    CK(sumv(777,v)+sumv(3,v)*sumv(4,v+1)==777*388+3*10);
    int x = sumv(2,v)==1 && sumv(3,v)==3 || sumv(1000000,v);
    CK(x);
    for(int i=sumv(3,v); i<sumv(5,v); i+=sumv(2,v)) x+=i;
    CK(x==1+3+4+5+6+7+8+9);
    int y=0; while(sumv(y,v)<20) y++;
    CK(y==7);
    switch(sumv(3,v)){ case 3: y=1; break; default: y=2; }
    CK(y==1);
    int q[4]={sumv(2,v),sumv(3,v),sumv(4,v)}; CK(q[0]==1&&q[1]==3&&q[2]==6&&!q[3]);
    int z = sumv(2,v)? sumv(3,v): sumv(4,v); CK(z==3);
  }
  if(err) printf("line %d\n",err);
  return err!=0;
}
