#include <omp.h>
#include <stdio.h>
#define C(p) if(!(p)){e++;printf("%d %s\n",__LINE__,#p);}
int main(void){ int e=0; int a[64],k=0;
#pragma omp target parallel for ordered map(tofrom:a,k) schedule(static,1) num_threads(8)
 for(int i=0;i<64;i++){ int t=i*2;
#pragma omp ordered
  { a[k++]=t; } }
 for(int i=0;i<64;i++)C(a[i]==2*i)
 k=0;
#pragma omp target parallel for ordered map(tofrom:a,k) schedule(dynamic,3)
 for(int i=63;i>=0;i--){ 
  if(i%3==0){
#pragma omp ordered
  { a[k++]=i; } } }
 C(k==22) for(int i=0;i<22;i++)C(a[i]==63-3*i)
 int n=0;
#pragma omp target map(tofrom:n,a)
 {
#pragma omp parallel num_threads(4)
 {
#pragma omp for ordered schedule(guided)
  for(int i=0;i<20;i++){
#pragma omp ordered
   n=n*2%1000003+i; }
 } }
 int r=0; for(int i=0;i<20;i++)r=r*2%1000003+i; C(n==r) 
 return e!=0; }
